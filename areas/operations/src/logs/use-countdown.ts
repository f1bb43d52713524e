import { useEffect, useEffectEvent, useState } from 'react';
import { countDown } from './live-log.ts';

/** Counts seconds down to zero, then calls back and starts over; stands still while paused. */
export function useCountdown(from: number, paused: boolean, onDue: () => void): { left: number; restart: () => void } {
  const [left, setLeft] = useState(from);
  const [started, setStarted] = useState(from);
  if (started !== from) {
    setStarted(from);
    setLeft(from);
  }
  const tick = useEffectEvent(() => {
    const next = countDown(left, from);
    setLeft(next.left);
    if (next.isDue) onDue();
  });
  useEffect(() => {
    if (paused) return;
    const timer = setInterval(() => tick(), 1000);
    return () => clearInterval(timer);
  }, [paused]);
  return { left, restart: () => setLeft(from) };
}
