"""Tests the Kubernetes manifests: helm lints the chart and renders the kustomize base,
and every object is valid by the schemas of Kubernetes and CloudNativePG.

The tools and the schemas come from Go modules that compose/tools/k8s names. `--write`
renders the base anew.
"""

import glob
import json
import os
import re
import subprocess
import sys
import tempfile

import yaml

import go_tools
import settings_test
from go_tools import ROOT

CHART = os.path.join(ROOT, "compose", "k8s", "chart")
BASE = os.path.join(ROOT, "compose", "k8s", "base", "kith.yaml")
TOOLS = {"helm": "helm.sh/helm/v3/cmd/helm",
         "kustomize": "sigs.k8s.io/kustomize/kustomize/v5",
         "kubeconform": "github.com/yannh/kubeconform/cmd/kubeconform"}
SERVICES = {"identity", "orgs", "content", "projects", "events", "notifications", "media"}


def run(*command, check=True, text=None):
    done = subprocess.run(command, input=text, text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, cwd=ROOT)
    assert not check or done.returncode == 0, (done.stdout + done.stderr)[-4000:]
    return done.stdout


def tool(name):
    return go_tools.build("k8s", TOOLS[name], name)


def strict(schema):
    """Returns the schema with unknown fields forbidden."""
    if isinstance(schema, list):
        return [strict(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    made = {key: strict(value) for key, value in schema.items()}
    open_ended = schema.get("x-kubernetes-preserve-unknown-fields")
    if isinstance(schema.get("properties"),
                  dict) and "additionalProperties" not in schema \
            and not open_ended:
        made["additionalProperties"] = False
    # A number or a string, which JSON Schema expresses differently.
    if (schema.get("format") == "int-or-string"
            or schema.get("x-kubernetes-int-or-string")):
        made = {"anyOf": [{"type": "string"}, {"type": "integer"}]}
    return made


def needed_by(name, definitions):
    """Returns a definition and all definitions that it refers to."""
    found, waiting = {}, [name]
    while waiting:
        one = waiting.pop()
        if one not in found:
            found[one] = definitions[one]
            waiting += re.findall(r'"#/definitions/([^"]+)"',
                                  json.dumps(definitions[one]))
    return found


def write_schemas(folder):
    """Writes one file for each kind, named as kubeconform expects."""
    swagger = os.path.join(go_tools.download("k8s", "k8s.io/kubernetes@v1.29.2"),
                           "api", "openapi-spec", "swagger.json")
    with open(swagger) as file:
        known = json.load(file)["definitions"]
    for special in ("Quantity", "IntOrString"):
        for name in known:
            if name.endswith("." + special):
                known[name] = {"anyOf": [{"type": "string"}, {"type": "number"}]}
    definitions = strict(known)
    for name, schema in definitions.items():
        for kind in schema.get("x-kubernetes-group-version-kind", []):
            # kubeconform uses the version as group where there is no group.
            group = kind["group"] or kind["version"]
            path = f"{folder}/{group}_{kind['version']}_{kind['kind'].lower()}.json"
            with open(path, "w") as file:
                json.dump({"$ref": f"#/definitions/{name}",
                           "definitions": needed_by(name, definitions)}, file)
    operator = go_tools.download("k8s",
                                 "github.com/cloudnative-pg/cloudnative-pg@v1.24.1")
    pattern = os.path.join(operator, "config/crd/bases/*.yaml")
    for path in glob.glob(pattern):
        with open(path) as file:
            crd = yaml.safe_load(file)
        for version in crd["spec"]["versions"]:
            kind = crd["spec"]["names"]["kind"].lower()
            schema = strict(version["schema"]["openAPIV3Schema"])
            schema["properties"]["metadata"] = {"type": "object"}
            name = f"{folder}/{crd['spec']['group']}_{version['name']}_{kind}.json"
            with open(name, "w") as file:
                json.dump(schema, file)


def conform(folder, text, check=True):
    location = folder + "/{{ .Group }}_{{ .ResourceAPIVersion }}_{{ .ResourceKind }}.json"
    return run(tool("kubeconform"), "-strict", "-summary", "-schema-location", location,
               "-", text=text, check=check)


def rendered():
    return run(tool("helm"), "template", "kith", CHART, "--no-hooks") + \
        run(tool("helm"), "template", "kith", CHART, "--show-only",
            "templates/database.yaml")


def objects(text):
    found = {}
    for one in yaml.safe_load_all(text):
        if one:
            found[one["kind"], one["metadata"]["name"]] = one
    return found


def has_everything(found):
    processes = SERVICES | {"gateway"}
    for name in processes:
        for kind in ("Deployment", "Service", "HorizontalPodAutoscaler",
                     "PodDisruptionBudget", "NetworkPolicy"):
            assert (kind, f"kith-{name}") in found, (kind, name)
        # Each apply would undo the autoscaler's choice.
        assert "replicas" not in found["Deployment", f"kith-{name}"]["spec"], name
        pod = found["Deployment", f"kith-{name}"]["spec"]["template"]["spec"]
        assert pod["securityContext"]["runAsNonRoot"]
        for container in pod["containers"]:
            security = container["securityContext"]
            assert security["readOnlyRootFilesystem"]
            assert not security["allowPrivilegeEscalation"]
            assert container["resources"]["limits"]["memory"]
    for name in SERVICES:
        assert found["Service", f"kith-{name}"]["spec"]["clusterIP"] == "None"
        outside = any("ipBlock" in to
                      for rule in found["NetworkPolicy", f"kith-{name}"]["spec"]["egress"]
                      for to in rule.get("to", []))
        assert outside == (name in ("media", "notifications")), name
    owner, = found["Cluster", "kith-database"]["spec"]["managed"]["roles"]
    assert owner["createdb"] and owner["inRoles"] == ["pg_signal_backend"], owner


def job_of(found):
    """Returns the name of the migrations' Job, and the release of its image."""
    job, = (one for (kind, _), one in found.items() if kind == "Job")
    image = job["spec"]["template"]["spec"]["containers"][0]["image"]
    return job["metadata"]["name"], image.rsplit(":", 1)[1]


def lets_media_reach_a_store_in_the_cluster():
    """Only media may reach a store in the cluster, if the settings name one."""
    store = ("store.url=https://minio.store.svc:9000", "store.namespace=store",
             "store.pods.app=minio")
    found = objects(run(tool("helm"), "template", "kith", CHART, "--set",
                        ",".join(store)))
    to = {"namespaceSelector": {"matchLabels": {"kubernetes.io/metadata.name": "store"}},
          "podSelector": {"matchLabels": {"app": "minio"}}}
    for name in SERVICES:
        rules = found["NetworkPolicy", f"kith-{name}"]["spec"]["egress"]
        reached = {"to": [to], "ports": [{"port": 9000}]} in rules
        container, = found["Deployment",
                           f"kith-{name}"]["spec"]["template"]["spec"]["containers"]
        settings = {one["name"] for one in container["env"]}
        assert reached == ("KITH_S3_SECRET_KEY" in settings) == (name == "media"), name
    return yaml.safe_dump_all(found.values())


def environments_of(found):
    """The environment of each process, by its name."""
    return {name.removeprefix("kith-"): {
        one["name"]: one for one in
        about["spec"]["template"]["spec"]["containers"][0]["env"]}
            for (kind, name), about in found.items() if kind == "Deployment"}


def passes_every_setting_on():
    """Renders the chart with all settings of the table. Secret ones come from secrets,
    and only to the processes that the values name."""
    table = settings_test.settings()
    secret = {"KITH_SOCIAL_CLIENT_SECRET": {"media"}, "KITH_BACKUP_S3_SECRET_KEY": set()}
    own = set(settings_test.FIXED) | set(settings_test.ONLY) | set(secret)
    values = {
        "settings": {name: "a-value" for name in table if name not in own},
        "secretSettings": {name: {"secret": "kith-x", "key": "token",
                                  "processes": sorted(processes)}
                           for name, processes in secret.items()},
        "metrics": {"enabled": True, "namespace": "monitoring"},
        "files": {"claim": "kith-files"},
        "store": {"url": "https://s3.example.org/kith"}}
    found = objects(run(tool("helm"), "template", "kith", CHART, "--values", "-",
                        text=json.dumps(values)))
    environments = environments_of(found)
    assert set(environments) == SERVICES | {"gateway"}, set(environments)
    for process, environment in environments.items():
        missing = {name for name in values["settings"]
                   if environment.get(name, {}).get("value") is None}
        assert not missing, (process, missing)
        assert ("KITH_METRICS_TOKEN" in environment) == (process == "gateway"), process
        assert ("KITH_OPERATIONS_PORT" in environment) == (process == "gateway")
        for name, processes in secret.items():
            assert (name in environment) == (process in processes), (process, name)
            assert "value" not in environment.get(name, {}), (process, name)
        pod = found["Deployment", f"kith-{process}"]["spec"]["template"]["spec"]
        assert {"name": "files", "persistentVolumeClaim": {
            "claimName": "kith-files", "readOnly": True}} in pod["volumes"], process
        probe = pod["containers"][0]["livenessProbe"]
        assert probe["exec"]["command"] == [f"kith-{process}", "--alive"], process
        assert probe["timeoutSeconds"] > 15, process
    ports = [port["port"] for rule in
             found["NetworkPolicy", "kith-gateway"]["spec"]["ingress"]
             for port in rule["ports"]]
    assert ports == [8080, 9100], ports
    return yaml.safe_dump_all(found.values())


def main():
    text = ("# Rendered from ../chart:"
            " python3 tests/containers/manifests_test.py --write\n")
    text += yaml.safe_dump_all(objects(rendered()).values(), sort_keys=True)
    if "--write" in sys.argv:
        with open(BASE, "w") as file:
            file.write(text)
        return 0
    run(tool("helm"), "lint", "--strict", CHART)
    with open(BASE) as file:
        assert file.read() == text, (
            "compose/k8s/base differs from the chart's output; run"
            " tests/containers/manifests_test.py --write")
    has_everything(objects(text))
    example = run(tool("kustomize"), "build", "compose/k8s/overlays/example")
    assert job_of(objects(text)) == ("kith-migrate-0.1.0", "0.1.0")
    assert job_of(objects(example)) == ("kith-migrate-0.1.1", "0.1.1")
    with_store = lets_media_reach_a_store_in_the_cluster()
    with_settings = passes_every_setting_on()
    with tempfile.TemporaryDirectory() as folder:
        write_schemas(folder)
        for manifests in (text, example, with_store, with_settings):
            print("  " + conform(folder, manifests).strip())
        # Invalid objects are found.
        for right, wrong in (("readOnlyRootFilesystem:", "readOnlyRootFileSystem:"),
                             ("instances: 3", "instances: three"),
                             ("maxSurge: 1", "maxSurges: 1")):
            assert right in text, right
            said = conform(folder, text.replace(right, wrong), check=False)
            assert "Invalid: 0" not in said, (wrong, said)
    print("1 passed, 0 failed, 0 skipped")
    return 0


if __name__ == "__main__":
    sys.exit(main())
