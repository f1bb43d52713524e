import { useState } from 'react';

/**
 * Keeps what a form was filled from, while what the server says moves on underneath.
 * `isStale` is true when somebody else changed it meanwhile; `take` fills the form anew, `saved` keeps it as it stands.
 */
export function useBaseline<Value>(current: Value, compared: (value: Value) => unknown) {
  const [baseline, setBaseline] = useState({ value: current, seen: current, version: 0 });
  const differs = (one: Value) => JSON.stringify(compared(one)) !== JSON.stringify(compared(current));
  return {
    value: baseline.value,
    version: baseline.version,
    // What was seen before one's own saving is not news, though it still differs until it is read again.
    isStale: differs(baseline.value) && differs(baseline.seen),
    take: () => setBaseline(({ version }) => ({ value: current, seen: current, version: version + 1 })),
    saved: (value: Value) => setBaseline(({ version }) => ({ value, seen: current, version })),
  };
}
