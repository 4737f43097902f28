{{- define "kith.labels" -}}
app.kubernetes.io/name: kith
app.kubernetes.io/component: {{ . }}
{{- end }}

{{- define "kith.pod-security" -}}
runAsNonRoot: true
runAsUser: 10001
runAsGroup: 10001
fsGroup: 10001
seccompProfile: {type: RuntimeDefault}
{{- end }}

{{- define "kith.security" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: {drop: [ALL]}
{{- end }}

{{- define "kith.settings" -}}
- {name: KITH_BASE_URL, value: {{ printf "https://%s" .Values.domain | quote }}}
- {name: KITH_BUS, value: "tls+tcp://kith-{service}:7100"}
- {name: KITH_BUS_LISTEN, value: "tls+tcp://*:7100"}
{{- range $name, $value := .Values.settings }}
- {name: {{ $name }}, value: {{ $value | quote }}}
{{- end }}
{{- end }}

{{- /* Settings of one process that are secret. */}}
{{- define "kith.secret-settings" -}}
{{- range $name, $from := index . 1 }}
{{- if has (index $ 0) $from.processes }}
- {name: {{ $name }}, valueFrom: {secretKeyRef: {name: {{ $from.secret | quote }}, key: {{ $from.key | quote }}}}}
{{- end }}
{{- end }}
{{- end }}

{{- /* The files that settings name, in /files. */}}
{{- define "kith.files" -}}
- name: files
  {{- if .Values.files.claim }}
  persistentVolumeClaim: {claimName: {{ .Values.files.claim }}, readOnly: true}
  {{- else }}
  configMap: {name: {{ .Values.files.configMap }}, optional: true}
  {{- end }}
{{- end }}
