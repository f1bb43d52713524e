import { query } from '@packhouse/console-kit/console-kit.ts';
import { useSettled } from '@packhouse/console-kit/lists.ts';
import { checkPipeline } from '@packhouse/contract/pipelines/pipeline-routes.ts';
import { Field, Section, words } from '@packhouse/ui/core.ts';
import { useQuery } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { DryRunSection } from '../dry-run/dry-run-section.tsx';
import { StepGraph } from '../graph/step-graph.tsx';
import { t } from '../pipelines-words.ts';
import '../pipelines.css';

interface Place {
  line: number;
  column: number;
}

/** Where a place in a text begins. */
function getOffset(text: string, { line, column }: Place): number {
  const before = text.split('\n').slice(0, line - 1);
  return before.reduce((sum, { length }) => sum + length + 1, 0) + column - 1;
}

/** The numbers that problems speak of, beside their lines; those with a problem stand out. */
function LineNumbers({ document, wrong, scrolled }: { document: string; wrong: readonly Place[]; scrolled: number }) {
  const bad = new Set(wrong.map(({ line }) => line));
  return (
    <div className="pl-numbers" aria-hidden="true">
      <ol style={{ transform: `translateY(${-scrolled}px)` }}>
        {document.split('\n').map((_, at) => (
          <li key={at} data-wrong={bad.has(at + 1) || undefined}>
            {at + 1}
          </li>
        ))}
      </ol>
    </div>
  );
}

/** A document with what is wrong with it by line, and the picture of its steps. */
export function DocumentEditor({ document, onChange }: { document: string; onChange?: ((text: string) => void) | undefined }) {
  const id = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const [scrolled, setScrolled] = useState(0);
  const settled = useSettled(document);
  const { data } = useQuery({ ...query(checkPipeline, { body: { document: settled } }), enabled: settled.trim() !== '' });
  const problems = data?.problems ?? [];
  const goTo = (place: Place) => {
    const offset = getOffset(document, place);
    area.current?.focus();
    area.current?.setSelectionRange(offset, offset);
  };
  return (
    <div className="pl-editor">
      <Field id={id} label={t('document')} hint={t('documentHelp')}>
        <div className="pl-sheet">
          <LineNumbers document={document} wrong={problems} scrolled={scrolled} />
          <textarea
            ref={area}
            id={id}
            value={document}
            readOnly={!onChange}
            spellCheck={false}
            aria-invalid={problems.length > 0 || undefined}
            aria-describedby={`${id}-problems`}
            onScroll={({ currentTarget }) => setScrolled(currentTarget.scrollTop)}
            onChange={({ target }) => onChange?.(target.value)}
          />
        </div>
      </Field>
      <div className="pl-beside">
        <div id={`${id}-problems`} aria-live="polite">
          {problems.length > 0 && (
            <Section title={t('problems')}>
              <ul className="pl-problems">
                {problems.map((problem) => (
                  <li key={`${problem.line} ${problem.column} ${problem.message}`}>
                    <button type="button" onClick={() => goTo(problem)}>
                      {t('atLine', { line: problem.line, column: problem.column })}: {words().said(problem)}
                    </button>
                  </li>
                ))}
              </ul>
            </Section>
          )}
          {data && problems.length === 0 && <p className="ph-muted">{t('noProblems')}</p>}
        </div>
        {data && data.steps.length > 0 && (
          <Section title={t('steps')}>
            <StepGraph label={t('graph')} steps={data.steps}>
              {({ id: step, type, needs }) => (
                <>
                  <h3>{step}</h3>
                  <div className="ph-muted">
                    {t(`type_${type}`)}
                    {needs.length > 0 && ` · ${t('needs', { steps: needs.join(', ') })}`}
                  </div>
                </>
              )}
            </StepGraph>
          </Section>
        )}
        {onChange && data && data.steps.length > 0 && <DryRunSection document={document} onGo={goTo} />}
      </div>
    </div>
  );
}
