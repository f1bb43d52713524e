import { Failure, Loaded, query } from '@packhouse/console-kit/console-kit.ts';
import { getFormatTitle } from '@packhouse/contract/repositories/format-ids.ts';
import { getRepositorySetup, type RepositorySetup, type SetupSnippet } from '@packhouse/contract/repositories/package-routes.ts';
import { listRepositories, type RepositorySummary } from '@packhouse/contract/repositories/repository-routes.ts';
import { Banner, CodeBlock, Copyable, EmptyState, FormatIcon, LinkButton, Page, SearchField, Section, Skeleton, Tag } from '@packhouse/ui/core.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { NavLink, useParams } from 'react-router';
import { nameClass } from '../class-names.ts';
import { IdentityToken } from './identity-token.tsx';
import { t } from './set-me-up-words.ts';
import { snippetTitle } from './snippet-titles.ts';
import './set-me-up.css';

/** Shows what to tell a client about a repository: choose one on the left, copy on the right. */
export function SetMeUpPage() {
  const { repoKey } = useParams();
  const repositories = useQuery(query(listRepositories, { query: { limit: 500 } }));
  return (
    <Page title={t('title')} subtitle={t('intro')}>
      <Loaded result={repositories} skeleton={<Skeleton lines={8} height={20} />}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState icon="repository" title={t('noRepositories')}>
              {t('noRepositoriesHelp')}
            </EmptyState>
          ) : (
            <div className={repoKey === undefined ? 'setup' : 'setup setup-chosen'}>
              <RepositoryPicker items={items} />
              <div className="setup-main">
                {repoKey === undefined ? (
                  <EmptyState icon="bolt" title={t('choose')}>
                    {t('chooseHelp')}
                  </EmptyState>
                ) : (
                  <Instructions repoKey={repoKey} />
                )}
              </div>
            </div>
          )
        }
      </Loaded>
    </Page>
  );
}

function RepositoryPicker({ items }: { items: readonly RepositorySummary[] }) {
  const [text, setText] = useState('');
  const wanted = text.trim().toLowerCase();
  const fitting = items.filter(({ key, format }) => key.toLowerCase().includes(wanted) || format.includes(wanted));
  return (
    <nav className="setup-picker" aria-label={t('repositories')}>
      <SearchField label={t('findRepository')} value={text} onChange={setText} />
      {fitting.length === 0 && <p className="ph-muted">{t('noneFits')}</p>}
      <ul>
        {fitting.map((item) => (
          <li key={item.key}>
            <NavLink to={`/set-me-up/${encodeURIComponent(item.key)}`} className="setup-repository">
              <FormatIcon format={item.format} size={20} label={getFormatTitle(item.format)} />
              <span className="setup-key">{item.key}</span>
              <Tag>{nameClass(item.class)}</Tag>
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Instructions({ repoKey }: { repoKey: string }) {
  const result = useQuery({ ...query(getRepositorySetup, { params: { repoKey } }), placeholderData: undefined });
  if (result.error && !result.data) return <Failure error={result.error} onRetry={() => void result.refetch()} />;
  if (!result.data) return <Skeleton lines={10} height={20} />;
  return <Steps setup={result.data} />;
}

const steps: readonly { step: SetupSnippet['step']; title: () => string }[] = [
  { step: 'configure', title: () => t('configure') },
  { step: 'resolve', title: () => t('resolve') },
  { step: 'publish', title: () => t('publish') },
];

function Steps({ setup }: { setup: RepositorySetup }) {
  const { key, format, class: kind } = setup.repository;
  return (
    <>
      <header className="setup-head">
        <FormatIcon format={format} size={32} label={getFormatTitle(format)} />
        <div>
          <h2>{key}</h2>
          <Copyable value={setup.url} what={t('address')} />
        </div>
        <Tag>{nameClass(kind)}</Tag>
        <span className="setup-back">
          <LinkButton to="/set-me-up" size="small" icon="arrow-left">
            {t('other')}
          </LinkButton>
        </span>
      </header>
      <IdentityToken key={key} description={t('tokenFor', { key })} />
      {steps.map(({ step, title }) => {
        const snippets = setup.snippets.filter((snippet) => snippet.step === step);
        if (snippets.length === 0) return null;
        return (
          <Section key={step} title={title()}>
            {snippets.map((snippet) => (
              <CodeBlock
                key={`${snippet.title} ${snippet.file ?? ''}`}
                title={snippet.file === undefined ? snippetTitle(snippet.title) : `${snippetTitle(snippet.title)} · ${snippet.file}`}
                code={snippet.text.trimEnd()}
                prompt={snippet.language === 'shell' && snippet.file === undefined && !snippet.text.includes('\n ')}
              />
            ))}
          </Section>
        );
      })}
      {!setup.canDeploy && kind !== 'remote' && <Banner kind="info">{t('cannotPublish')}</Banner>}
    </>
  );
}
