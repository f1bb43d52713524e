import { constants } from '@packhouse/contract/constants.ts';

/** Calls back when somebody comes back to the console after a while. Returns how to stop. */
export function watchIdleness(onReturn: () => void, now: () => number = Date.now): () => void {
  let lastActive = now();
  const active = () => {
    const idle = now() - lastActive;
    lastActive = now();
    if (idle >= constants.idleThreshold) onReturn();
  };
  const events = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart', 'focus'] as const;
  for (const event of events) window.addEventListener(event, active, { passive: true });
  return () => {
    for (const event of events) window.removeEventListener(event, active);
  };
}
