import { expect, it } from 'vitest';
import { readWrkReport } from './wrk.ts';

const good = `Running 2s test @ http://127.0.0.1:1/
  1 threads and 4 connections
  Latency Distribution
     50%    1.20ms
     99%  512.50us
  100 requests in 2.00s, 1.00GB read
Requests/sec:   50.25
Transfer/sec:    512.00MB
`;

it('reads rates', () => {
  expect(readWrkReport(good)).toEqual({ requestsPerSecond: 50.25, bytesPerSecond: 512 * 1024 * 1024, latency99: 0.5125 });
});

it.each(['  Non-2xx or 3xx responses: 3\n', '  Socket errors: connect 0, read 4, write 0, timeout 0\n'])('refuses a run with%s', (line) => {
  expect(() => readWrkReport(good + line)).toThrow();
});
