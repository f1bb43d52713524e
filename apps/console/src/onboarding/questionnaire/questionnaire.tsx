import { notifyFailure } from '@packhouse/console-kit/lists/failure.tsx';
import { useSession } from '@packhouse/console-kit/session/session.ts';
import { Button, Dialog, notify } from '@packhouse/ui/core.ts';
import { type FormEvent, useEffect, useId, useMemo, useState } from 'react';
import { showOnboarding } from '../onboarding-state.ts';
import { t } from '../onboarding-words.ts';
import {
  type Answers,
  getAnswers,
  getProgress,
  makeProblems,
  noAnswers,
  type QuestionnaireStep,
  questionnaireSteps,
  storedProgress,
  storeProgress,
} from './progress.ts';
import { StepFields } from './questionnaire-steps.tsx';
import { sendQuestionnaire, skipQuestionnaire } from './send.ts';

/** Gives what an earlier visit left: its answers, and the first step that was not completed. */
function useProgress(administrator: boolean) {
  const [start] = useState(() => {
    const stored = storedProgress();
    const none = noAnswers(administrator);
    const completed = new Set(questionnaireSteps.filter((step) => stored?.[step].isCompleted));
    return { answers: stored ? getAnswers(stored, none) : none, completed };
  });
  const [answers, setAnswers] = useState<Answers>(start.answers);
  const [completed, setCompleted] = useState<ReadonlySet<QuestionnaireStep>>(start.completed);
  const open = questionnaireSteps.findIndex((step) => !start.completed.has(step));
  const [at, setAt] = useState(open === -1 ? questionnaireSteps.length - 1 : open);
  const progress = useMemo(() => getProgress(answers, completed), [answers, completed]);
  useEffect(() => storeProgress(progress), [progress]);
  const complete = (step: QuestionnaireStep) => setCompleted(new Set([...completed, step]));
  return { answers, setAnswers, at, setAt, complete };
}

/** Asks what the platform is for, and who uses it: four short steps, kept in the browser until they are sent. */
export function Questionnaire() {
  const { administrator } = useSession();
  const { answers, setAnswers, at, setAt, complete } = useProgress(administrator);
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const formId = useId();
  const step = questionnaireSteps[at] ?? 'init';
  const last = at === questionnaireSteps.length - 1;
  const problems = makeProblems(step, answers);
  const close = () => showOnboarding({ personalizing: false });
  const skip = () => {
    close();
    skipQuestionnaire().catch((error: Error) => notifyFailure(error));
  };
  const send = async () => {
    setBusy(true);
    try {
      await sendQuestionnaire(answers);
      close();
      notify.good(t('answersKept'));
    } catch (error) {
      notifyFailure(error as Error);
      setBusy(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const missing = Object.keys(problems).length > 0;
    setTried(missing);
    if (missing || busy) return;
    complete(step);
    if (last) void send();
    else setAt(at + 1);
  };
  const buttons = (
    <>
      {at === 0 ? (
        <Button onClick={skip}>{t('notNow')}</Button>
      ) : (
        <Button
          onClick={() => {
            setTried(false);
            setAt(at - 1);
          }}
        >
          {t('back')}
        </Button>
      )}
      <Button kind="primary" type="submit" form={formId} loading={busy}>
        {at === 0 ? t('letsGo') : last ? t('send') : t('next')}
      </Button>
    </>
  );
  return (
    <Dialog title={t('personalize')} onClose={close} footer={buttons} width={560} sticky>
      <ol className="onboarding-dots" aria-label={t('stepAt', { at: at + 1, of: questionnaireSteps.length })}>
        {questionnaireSteps.map((one, index) => (
          <li key={one} aria-current={index === at ? 'step' : undefined} />
        ))}
      </ol>
      <form id={formId} onSubmit={submit} noValidate className="onboarding-form">
        <StepFields step={step} answers={answers} problems={tried ? problems : {}} onChange={(change) => setAnswers({ ...answers, ...change })} />
      </form>
    </Dialog>
  );
}
