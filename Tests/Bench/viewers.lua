-- SPDX-License-Identifier: Apache-2.0
-- For wrk: every connection is a viewer who asks for one picture after another at a human pace.
-- Arguments: the file of paths, milliseconds between two pictures, "again" or "once" for each path.

local threads = 0

function setup(thread)
  thread:set("number", threads)
  threads = threads + 1
end

function init(args)
  paths, pace, once = {}, tonumber(args[2]), args[3] == "once"
  for line in io.lines(args[1]) do paths[#paths + 1] = line end
  math.randomseed(number + 1)
  -- Two threads have a half of the paths each, so that none is asked for by both.
  at, last = number * math.floor(#paths / 2), math.floor(#paths / 2) * (number + 1)
  first = at
end

function request()
  if once then
    at = at + 1
    if at > last then at = first + 1 end
  else
    at = math.random(#paths)
  end
  return wrk.format("GET", paths[at])
end

function delay()
  return math.random(math.floor(pace / 2), math.floor(pace * 3 / 2))
end

function done(summary, latency, requests)
  local errors = summary.errors
  io.write(string.format(
    '{"requests":%d,"p50":%.3f,"p90":%.3f,"p99":%.3f,"max":%.3f,"errors":%d}\n',
    summary.requests, latency:percentile(50) / 1000, latency:percentile(90) / 1000,
    latency:percentile(99) / 1000, latency.max / 1000,
    errors.connect + errors.read + errors.write + errors.status + errors.timeout))
end
