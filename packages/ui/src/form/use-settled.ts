import { useEffect, useState } from 'react';

/** A value once it has stood still for a moment: what is being typed is not asked for letter by letter. */
export function useSettled<Value>(value: Value, milliseconds = 180): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return settled;
}
