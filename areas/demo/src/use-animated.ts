import { constants } from '@packhouse/contract/constants.ts';
import { useEffect, useRef, useState } from 'react';

/** How a number goes to a new value: so many steps, so many milliseconds apart. */
const animation = constants.counterAnimation;

/** A number on its way to `value`: it takes all steps whatever the distance, and ends at exactly `value`. */
export function useAnimated(value: number): number {
  const [shown, setShown] = useState(value);
  const current = useRef(value);
  useEffect(() => {
    const from = current.current;
    if (from === value) return;
    let step = 0;
    const timer = setInterval(() => {
      step += 1;
      current.current = step === animation.steps ? value : from + ((value - from) * step) / animation.steps;
      setShown(current.current);
      if (step === animation.steps) clearInterval(timer);
    }, animation.interval);
    return () => clearInterval(timer);
  }, [value]);
  return shown;
}
