import { call } from '@packhouse/console-kit/console-kit.ts';
import {
  formatOfType,
  getReposModel,
  type OnboardingType,
  type RepositoryLayout,
  RepositoryPrefix,
  validateBatch,
} from '@packhouse/contract/repositories/onboarding-routes.ts';
import { UpstreamUrl } from '@packhouse/contract/repositories/repository-settings.ts';
import { Banner, Button, EmptyState, FormatIcon, LinkButton, SearchField, Tag, TextField } from '@packhouse/ui/core.ts';
import { spokenProblem } from '@packhouse/ui/form/spoken-problem.ts';
import { type Dispatch, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { z } from 'zod';
import { matchingTypes, type QuickStart, type QuickStartAction } from './quick-start.ts';
import { t } from './quick-start-words.ts';

interface TypeSelectionProps {
  state: QuickStart;
  dispatch: Dispatch<QuickStartAction>;
  /** Types that the platform can make repositories of. */
  supported: readonly OnboardingType[];
  creating: boolean;
  onCreate: (upstreamUrl: string) => void;
}

/** Tells where a proposed upstream was found. */
const origins = { configuration: 'fromConfiguration', repository: 'fromRepository', client: 'fromClient', usual: 'fromMakers' } as const;

/** The package types, and what would be made for the chosen one. */
export function TypeSelection({ state, dispatch, supported, creating, onCreate }: TypeSelectionProps) {
  const [text, setText] = useState('');
  const [upstreams, setUpstreams] = useState<Partial<Record<OnboardingType, string>>>({});
  const { activeType } = state;
  const plan = useRef<HTMLElement>(null);
  // On narrow screens the plan is far below the type that was chosen.
  useEffect(() => {
    if (activeType) plan.current?.scrollIntoView?.({ block: 'nearest', behavior: 'smooth' });
  }, [activeType]);
  const layout = state.repoLayouts.find((one) => one.repoType === activeType);
  const upstream = activeType ? (upstreams[activeType] ?? layout?.upstreamUrl ?? '') : '';
  const problems = { upstream: getProblem(UpstreamUrl, upstream.trim() || undefined), prefix: getProblem(RepositoryPrefix, state.repoPrefix) };
  const types = matchingTypes(state.packageTypes, text);
  return (
    <>
      <div className="quick-search">
        <SearchField label={t('searchTypes')} value={text} onChange={setText} />
      </div>
      {types.length === 0 && (
        <EmptyState icon="search" title={t('noTypes')}>
          {t('noTypesHelp')}
        </EmptyState>
      )}
      <ul className="quick-types">
        {types.map((type) => (
          <li key={type}>
            <TypeTile
              type={type}
              chosen={type === activeType}
              supported={supported.includes(type)}
              onToggle={() => dispatch({ type: 'toggled', packageType: type })}
            />
          </li>
        ))}
      </ul>
      {layout && activeType && (
        <section ref={plan} className="quick-plan" aria-label={t('repositories')}>
          <TextField
            label={t('prefix')}
            hint={t('prefixHint')}
            value={state.repoPrefix}
            problem={problems.prefix}
            onChange={(repoPrefix) => dispatch({ type: 'prefixed', repoPrefix })}
            mono
          />
          <TextField
            label={t('upstream')}
            hint={`${t('upstreamHint')}${upstream !== '' && upstream === layout.upstreamUrl ? ` ${t(origins[layout.upstreamFrom ?? 'configuration'], { type: activeType })}` : ''}`}
            value={upstream}
            problem={problems.upstream}
            onChange={(url) => setUpstreams({ ...upstreams, [activeType]: url })}
            type="url"
            mono
          />
          {upstream.trim() === '' && <NoUpstream type={activeType} isKnown={layout.upstreamUrl !== undefined} />}
          <PlannedKeys layout={layout} prefix={problems.prefix ? '' : state.repoPrefix} remote={upstream.trim() !== ''} dispatch={dispatch} />
        </section>
      )}
      <footer className="quick-footer">
        <LinkButton to="/packages">{t('cancel')}</LinkButton>
        <Button
          kind="primary"
          disabled={activeType === undefined || problems.upstream !== undefined || problems.prefix !== undefined}
          title={activeType === undefined ? t('chooseFirst') : undefined}
          loading={creating}
          onClick={() => onCreate(upstream)}
        >
          {t('create')}
        </Button>
      </footer>
    </>
  );
}

/** Says what it costs to name no upstream and, where none can be proposed, where to find its address. */
function NoUpstream({ type, isKnown }: { type: OnboardingType; isKnown: boolean }) {
  return (
    <Banner kind="warning">
      {t('noUpstream', { type })} {!isKnown && <Link to="/documentation">{t('whereUpstreams')}</Link>}
    </Banner>
  );
}

function getProblem(schema: z.ZodType, value: string | undefined): string | undefined {
  return value === undefined ? undefined : spokenProblem(schema.safeParse(value));
}

function TypeTile({ type, chosen, supported, onToggle }: { type: OnboardingType; chosen: boolean; supported: boolean; onToggle: () => void }) {
  return (
    <button type="button" className="quick-type" aria-pressed={chosen} disabled={!supported} onClick={onToggle}>
      <FormatIcon format={formatOfType(type)} size={32} />
      <span>{type}</span>
      {!supported && <span className="quick-type-note">{t('notSupported')}</span>}
    </button>
  );
}

interface PlannedKeysProps {
  layout: RepositoryLayout;
  prefix: string;
  remote: boolean;
  dispatch: Dispatch<QuickStartAction>;
}

/** The keys that creating would use, and which of them exist already. */
function PlannedKeys({ layout, prefix, remote, dispatch }: PlannedKeysProps) {
  const [taken, setTaken] = useState<readonly string[]>([]);
  const { repoType } = layout;
  useEffect(() => {
    let gone = false;
    const look = async () => {
      const { repoLayouts } = await call(getReposModel, { query: { repoPrefix: prefix } });
      const mine = repoLayouts.find((one) => one.repoType === repoType);
      if (gone || !mine) return;
      dispatch({ type: 'layouts', repoLayouts });
      const repoKeys = [...mine.localRepoKeys, ...mine.remoteRepoKeys, ...mine.virtualRepoKeys];
      const { errors } = await call(validateBatch, { body: { repoKeys } });
      if (!gone) setTaken(errors.map((error) => error.repoKey));
    };
    const timer = setTimeout(() => void look().catch(() => setTaken([])), 250);
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [prefix, repoType, dispatch]);
  const keys = [
    ...layout.localRepoKeys.map((key) => ({ key, kind: 'local' })),
    ...(remote ? layout.remoteRepoKeys.map((key) => ({ key, kind: 'remote' })) : []),
    ...layout.virtualRepoKeys.map((key) => ({ key, kind: 'virtual' })),
  ];
  return (
    <ul className="quick-keys">
      {keys.map(({ key, kind }) => (
        <li key={key}>
          <code>{key}</code>
          <Tag>{kind}</Tag>
          {taken.includes(key) && <span className="ph-muted">{t('existsAlready')}</span>}
        </li>
      ))}
    </ul>
  );
}
