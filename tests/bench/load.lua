-- A wrk script: cycles through the prepared requests, and prints the results as a JSON
-- line.
local requests = {}
local at = 0

function init(arguments)
	for line in io.lines(arguments[1]) do
		local method, path, token, body = line:match("^(%S+)\t(%S+)\t(%S+)\t(.*)$")
		local headers = {["Authorization"] = "Bearer " .. token}
		if body ~= "" then headers["Content-Type"] = "application/json" end
		requests[#requests + 1] = wrk.format(method, path, headers, body ~= "" and body or nil)
	end
	at = math.random(#requests)
end

function request()
	at = at % #requests + 1
	return requests[at]
end

function done(summary, latency)
	local bad = summary.errors.connect + summary.errors.read + summary.errors.write
		+ summary.errors.status + summary.errors.timeout
	io.write(string.format(
		'\n{"requests": %d, "seconds": %f, "errors": %d, "p50_us": %d, "p99_us": %d}\n',
		summary.requests, summary.duration / 1e6, bad, latency:percentile(50),
		latency:percentile(99)))
end
