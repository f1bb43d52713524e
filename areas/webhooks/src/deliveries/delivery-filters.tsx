import { query } from '@packhouse/console-kit/console-kit.ts';
import type { Filters } from '@packhouse/console-kit/lists.ts';
import { deliveryStates } from '@packhouse/contract/events/hook-delivery-routes.ts';
import { getHookDomain, type HookDomain, hookDomainNames } from '@packhouse/contract/events/hook-domains.ts';
import { listHooks } from '@packhouse/contract/events/hook-routes.ts';
import { Button, FilterChips, Menu, type MenuEntry } from '@packhouse/ui/core.ts';
import { SearchBox } from '@packhouse/ui/form/search-box.tsx';
import { useQuery } from '@tanstack/react-query';
import { domainTitle, eventTitle } from '../event-words.ts';
import { t } from './deliveries-words.ts';

type Shared = 'search' | 'state' | 'eventType' | 'status';

/** These answers are worth looking for; another one can stand in the address. */
const statuses = ['200', '400', '401', '403', '404', '408', '410', '429', '500', '502', '503', '504'];

interface Choice {
  title: string;
  entries: readonly MenuEntry[];
}

function FilterMenu({ title, entries }: Choice) {
  return (
    <Menu label={title} entries={entries}>
      {(trigger) => (
        <Button icon="filter" {...trigger}>
          {title}
        </Button>
      )}
    </Menu>
  );
}

type Change = (values: Partial<Record<Shared, string>>) => void;

const makeState = (state: string, change: Change): Choice => ({
  title: t('state'),
  entries: [
    { label: t('anyState'), checked: state === '', onSelect: () => change({ state: '' }) },
    ...deliveryStates.map((one) => ({ label: t(`is_${one}`), checked: state === one, onSelect: () => change({ state: one }) })),
  ],
});

const makeStatus = (status: string, change: Change): Choice => ({
  title: t('status'),
  entries: [
    { label: t('anyStatus'), checked: status === '', onSelect: () => change({ status: '' }) },
    ...statuses.map((one) => ({ label: one, checked: status === one, onSelect: () => change({ status: one }) })),
  ],
});

const isState = (text: string): text is (typeof deliveryStates)[number] => (deliveryStates as readonly string[]).includes(text);

const makeChips = ({ state, status }: Record<'state' | 'status', string>, change: Change) => [
  ...(state === '' ? [] : [{ key: 'state', label: isState(state) ? t(`is_${state}`) : state, onRemove: () => change({ state: '' }) }]),
  ...(status === '' ? [] : [{ key: 'status', label: t('answered', { status }), onRemove: () => change({ status: '' }) }]),
];

interface DeliveryFiltersProps {
  filters: Filters<Shared>;
  /** What the webhook is told of; nothing until that is known. */
  events: { domain: string; types: readonly string[] } | undefined;
}

/** Narrows the messages of a webhook by state, event and answer. */
export function DeliveryFilters({ filters: { values, change }, events }: DeliveryFiltersProps) {
  const { eventType } = values;
  const getEvent = (type: string) => (events ? eventTitle(events.domain, type) : type);
  const entries = [
    { label: t('anyEvent'), checked: eventType === '', onSelect: () => change({ eventType: '' }) },
    ...(events?.types ?? []).map((type) => ({ label: getEvent(type), checked: eventType === type, onSelect: () => change({ eventType: type }) })),
  ];
  const event = eventType === '' ? [] : [{ key: 'event', label: getEvent(eventType), onRemove: () => change({ eventType: '' }) }];
  return (
    <>
      <FilterMenu {...makeState(values.state, change)} />
      <FilterMenu title={t('event')} entries={entries} />
      <FilterMenu {...makeStatus(values.status, change)} />
      <FilterChips chips={[...event, ...makeChips(values, change)]} />
    </>
  );
}

function useHookChoices(search: string, open: boolean) {
  const { data } = useQuery({ ...query(listHooks, { query: { limit: 10, ...(search === '' ? {} : { search }) } }), enabled: open });
  return data?.items.map(({ key, event_filter: { domain } }) => ({ value: key, hint: domainTitle(domain) }));
}

export type AllDeliveryFilterName = Shared | 'domain' | 'webhook';

const isDomain = (text: string): text is HookDomain => (hookDomainNames as readonly string[]).includes(text);

/** Narrows the messages of all webhooks by whom they are for and what they tell of as well. An event is one of its domain: types of several have the same name. */
export function AllDeliveryFilters({ filters: { values, change } }: { filters: Filters<AllDeliveryFilterName> }) {
  const { domain, eventType, webhook } = values;
  const domains = [
    { label: t('anyDomain'), checked: domain === '', onSelect: () => change({ domain: '', eventType: '' }) },
    ...hookDomainNames.map((one) => ({ label: domainTitle(one), checked: domain === one, onSelect: () => change({ domain: one, eventType: '' }) })),
  ];
  const events = (isDomain(domain) ? [domain] : hookDomainNames).flatMap((one): MenuEntry[] => [
    { heading: domainTitle(one) },
    ...getHookDomain(one).types.map((type) => ({
      label: eventTitle(one, type),
      checked: domain === one && eventType === type,
      onSelect: () => change({ domain: one, eventType: type }),
    })),
  ]);
  const chips = [
    ...(webhook === '' ? [] : [{ key: 'webhook', label: t('ofWebhook', { key: webhook }), onRemove: () => change({ webhook: '' }) }]),
    ...(domain === ''
      ? []
      : [{ key: 'domain', label: isDomain(domain) ? domainTitle(domain) : domain, onRemove: () => change({ domain: '', eventType: '' }) }]),
    ...(eventType === ''
      ? []
      : [{ key: 'event', label: isDomain(domain) ? eventTitle(domain, eventType) : eventType, onRemove: () => change({ eventType: '' }) }]),
    ...makeChips(values, change),
  ];
  return (
    <>
      <span className="hook-filter-webhook">
        <SearchBox icon="filter" label={t('webhook')} useChoices={useHookChoices} onPick={(key) => change({ webhook: key })} />
      </span>
      <FilterMenu title={t('domain')} entries={domains} />
      <FilterMenu title={t('event')} entries={[{ label: t('anyEvent'), checked: eventType === '', onSelect: () => change({ eventType: '' }) }, ...events]} />
      <FilterMenu {...makeState(values.state, change)} />
      <FilterMenu {...makeStatus(values.status, change)} />
      <FilterChips chips={chips} />
    </>
  );
}
