import type { Filters } from '@packhouse/console-kit/lists.ts';
import { deliveryStates } from '@packhouse/contract/events/hook-delivery-routes.ts';
import { Button, FilterChips, Menu } from '@packhouse/ui/core.ts';
import { eventTitle } from '../event-words.ts';
import { t } from './deliveries-words.ts';

export type DeliveryFilterName = 'search' | 'state' | 'eventType' | 'status';

/** These answers are worth looking for; another one can stand in the address. */
const statuses = ['200', '400', '401', '403', '404', '408', '410', '429', '500', '502', '503', '504'];

interface DeliveryFiltersProps {
  filters: Filters<DeliveryFilterName>;
  /** What the webhook is told of; nothing until that is known. */
  events: { domain: string; types: readonly string[] } | undefined;
}

/** Narrows the messages of a webhook by state, event and answer. */
export function DeliveryFilters({ filters: { values, change }, events }: DeliveryFiltersProps) {
  const getEvent = (type: string) => (events ? eventTitle(events.domain, type) : type);
  const choices = [
    { field: 'state', title: t('state'), any: t('anyState'), options: deliveryStates.map((value) => ({ value, label: t(`is_${value}`) })) },
    { field: 'eventType', title: t('event'), any: t('anyEvent'), options: (events?.types ?? []).map((value) => ({ value, label: getEvent(value) })) },
    { field: 'status', title: t('status'), any: t('anyStatus'), options: statuses.map((value) => ({ value, label: value })) },
  ] as const;
  const chosen = choices.flatMap(({ field, options }) => {
    const value = values[field];
    if (value === '') return [];
    const label = options.find((one) => one.value === value)?.label ?? value;
    return [{ key: field, label: field === 'status' ? t('answered', { status: label }) : label, onRemove: () => change({ [field]: '' }) }];
  });
  return (
    <>
      {choices.map(({ field, title, any, options }) => (
        <Menu
          key={field}
          label={title}
          entries={[
            { label: any, checked: values[field] === '', onSelect: () => change({ [field]: '' }) },
            ...options.map(({ value, label }) => ({ label, checked: values[field] === value, onSelect: () => change({ [field]: value }) })),
          ]}
        >
          {(trigger) => (
            <Button icon="filter" {...trigger}>
              {title}
            </Button>
          )}
        </Menu>
      ))}
      <FilterChips chips={chosen} />
    </>
  );
}
