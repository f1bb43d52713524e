import type { Question } from '@packhouse/console-kit/session/question.ts';
import { useQuestion } from '@packhouse/console-kit/session/question.ts';
import { findRefusedQuestion } from '@packhouse/console-kit/session/refusal.ts';
import { setExplainer } from '@packhouse/ui/core.ts';
import { lazy, Suspense, useEffect, useState } from 'react';

// It comes when somebody wants to know.
const WhyDrawer = lazy(async () => ({ default: (await import('./why-drawer.tsx')).WhyDrawer }));

/**
 * Explains every refusal, wherever it is shown. What an address asks stays in the address; what a refusal opens does not change it,
 * because a form that has not been saved must not be left for it.
 */
export function WhyLayer() {
  const [opened, setOpened] = useState<Question>();
  const [asked, ask] = useQuestion();
  useEffect(() => {
    setExplainer((text) => {
      const question = findRefusedQuestion(text);
      return question && (() => setOpened(question));
    });
    return () => setExplainer(() => undefined);
  }, []);
  if (opened)
    return (
      <Suspense fallback={null}>
        <WhyDrawer answers question={opened} onAsk={setOpened} onClose={() => setOpened(undefined)} />
      </Suspense>
    );
  if (!asked) return null;
  return (
    <Suspense fallback={null}>
      <WhyDrawer question={asked} onAsk={ask} onClose={() => ask(undefined)} />
    </Suspense>
  );
}
