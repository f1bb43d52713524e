import { call, notifyFailure, refresh } from '@packhouse/console-kit/console-kit.ts';
import { ListPage, useAddress, useList } from '@packhouse/console-kit/lists.ts';
import { deleteFirewallRule, type FirewallRule, listFirewallRules, updateFirewallRule } from '@packhouse/contract/repositories/firewall-routes.ts';
import { Button, Deletion, EmptyState, type MenuEntry, notify, RelativeTime, type StatusKind, StatusTag } from '@packhouse/ui/core.ts';
import type { Column } from '@packhouse/ui/table/data.ts';
import { useState } from 'react';
import { Link } from 'react-router';
import { FirewallRuleDrawer } from './firewall-rule-drawer.tsx';
import { firewallPath } from './firewall-screens.ts';
import { FirewallTabs } from './firewall-tabs.tsx';
import { t } from './firewall-words.ts';
import { getBody, makeDraft, ruleSentence } from './rule-draft.ts';
import '../scanning.css';

const kinds: Record<FirewallRule['mode'], StatusKind> = { off: 'neutral', observe: 'info', enforce: 'good' };
const rulePath = (id: string) => `${firewallPath}?rule=${id}`;

/** Where a rule holds, and where it cannot judge: never passed over. */
function Reach({ rule: { reach, unknown: then } }: { rule: FirewallRule }) {
  const among = (how: FirewallRule['reach'][number]['how']) => reach.filter((one) => one.how === how).map(({ repository }) => repository);
  const [listings, downloads, unknown, never] = [among('listings'), among('downloads'), among('unknown'), among('never')];
  if (reach.length === 0) return <span className="ph-muted">{t('noneYet')}</span>;
  return (
    <div className="scan-where">
      {listings.length > 0 && <div>{listings.join(', ')}</div>}
      {downloads.length > 0 && <div>{t('how_downloads', { names: downloads.join(', ') })}</div>}
      {unknown.length > 0 && <div className="ph-muted">{t(then === 'refuse' ? 'how_held' : 'how_unknown', { names: unknown.join(', ') })}</div>}
      {never.length > 0 && <div className="ph-muted">{t('how_never', { names: never.join(', ') })}</div>}
    </div>
  );
}

function columns(): Column<FirewallRule>[] {
  return [
    {
      id: 'rule',
      title: t('rule'),
      card: 'title',
      width: '42%',
      render: (rule) => (
        <div>
          {rule.mayChange ? (
            <Link to={rulePath(rule.id)} className="ph-main-link">
              {rule.name}
            </Link>
          ) : (
            rule.name
          )}
          <div className="scan-where">
            {ruleSentence(rule)} {rule.except.length > 0 && t('unless', { names: rule.except.join(', ') })}
          </div>
        </div>
      ),
    },
    { id: 'mode', title: t('status'), card: 'fact', width: '130px', render: ({ mode }) => <StatusTag kind={kinds[mode]}>{t(`is_${mode}`)}</StatusTag> },
    { id: 'reach', title: t('holdsFor'), card: 'fact', render: (rule) => <Reach rule={rule} /> },
    { id: 'modified', title: t('changed'), width: '120px', render: ({ modified }) => <RelativeTime at={modified} /> },
  ];
}

function DeleteRule({ rule: { id, name }, onClose }: { rule: FirewallRule; onClose: () => void }) {
  const work = async () => {
    await call(deleteFirewallRule, { params: { id } });
    await refresh(listFirewallRules);
  };
  return (
    <Deletion title={t('removeTitle')} action={t('remove')} work={work} done={t('removed', { name })} onClose={onClose}>
      <p>{t('removeText', { name })}</p>
    </Deletion>
  );
}

/** Has a rule hold back, or only observe. */
async function turn(rule: FirewallRule, mode: FirewallRule['mode']): Promise<void> {
  try {
    await call(updateFirewallRule, { params: { id: rule.id }, body: { ...getBody(makeDraft(rule)), mode } });
    notify.good(t('saved', { name: rule.name }));
  } catch (error) {
    notifyFailure(error as Error);
  }
  await refresh(listFirewallRules);
}

/** What may not come in from upstreams, as sentences. */
export function FirewallRulePage() {
  const list = useList(listFirewallRules, {}, { rows: ({ items }) => items, live: ['firewall.'] });
  const [{ rule: open }, change] = useAddress('rule');
  const [removing, setRemoving] = useState<FirewallRule>();
  const edited = list.rows?.find(({ id, mayChange }) => id === open && mayChange);
  const newButton = (
    <Button kind="primary" icon="plus" onClick={() => change({ rule: 'new' })}>
      {t('newRule')}
    </Button>
  );
  const rowActions = (rule: FirewallRule): MenuEntry[] => (rule.mayChange ? changes(rule) : []);
  const changes = (rule: FirewallRule): MenuEntry[] => [
    { label: t('edit'), icon: 'edit', to: rulePath(rule.id), keys: 'e' },
    rule.mode === 'enforce'
      ? { label: t('observe'), icon: 'eye', onSelect: () => void turn(rule, 'observe') }
      : { label: t('enforce'), icon: 'shield', onSelect: () => void turn(rule, 'enforce') },
    { line: true },
    { label: t('remove'), icon: 'trash', danger: true, keys: 'Del', onSelect: () => setRemoving(rule) },
  ];
  return (
    <ListPage
      id="firewall-rules"
      title={t('firewall')}
      subtitle={t('rulesAbout')}
      actions={newButton}
      above={<FirewallTabs />}
      list={list}
      columns={columns()}
      rowKey={({ id }) => id}
      rowName={({ name }) => name}
      href={({ id }) => rulePath(id)}
      rowActions={rowActions}
      none={
        <EmptyState icon="shield" title={t('noRules')} action={newButton}>
          {t('noRulesHelp')}
        </EmptyState>
      }
    >
      {(open === 'new' || edited) && <FirewallRuleDrawer key={open} rule={edited} onClose={() => change({ rule: '' })} />}
      {removing && <DeleteRule rule={removing} onClose={() => setRemoving(undefined)} />}
    </ListPage>
  );
}
