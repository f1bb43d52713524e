import { query } from '@packhouse/console-kit/console-kit.ts';
import { getHookDomain, type HookDomain } from '@packhouse/contract/events/hook-domains.ts';
import { listHookDomains } from '@packhouse/contract/events/hook-routes.ts';
import type { RouteReply } from '@packhouse/contract/route.ts';
import { Checkbox, type FieldAria, Form, FormGroup, Select } from '@packhouse/ui/form/form.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { domainText, domainTitle, eventText, eventTitle } from '../event-words.ts';
import { Column, Columns } from './column.tsx';
import { newCriteria } from './criteria-draft.ts';
import { CriteriaFields } from './criteria-fields.tsx';
import { draftRules } from './draft-rules.ts';
import { t } from './form-words.ts';
import { newDraft, type WebhookDraft } from './webhook-draft.ts';

type Domain = RouteReply<typeof listHookDomains>['items'][number];

/** The domains as the platform lists them; that it could not is only logged. */
function useDomains(): readonly Domain[] {
  const { data, error } = useQuery(query(listHookDomains, {}));
  useEffect(() => {
    if (error) console.error('The domains of webhooks could not be listed', error);
  }, [error]);
  return data?.items ?? [];
}

/** Which events are sent: of one domain, of some types, about some things. */
export function EventFields() {
  const domains = useDomains();
  const form = Form.useFormInstance<WebhookDraft>();
  const name = Form.useWatch<HookDomain>('domain') ?? newDraft.domain;
  const domain = domains.find((one) => one.domain === name);
  // What was chosen in another domain says nothing in this one.
  const changeDomain = (next: HookDomain) => {
    const isSameKind = getHookDomain(next).criteria === getHookDomain(name).criteria;
    form.setFieldsValue({ events: [], ...(isSameKind ? {} : newCriteria) });
  };
  const options = domains.map((one) => ({ value: one.domain, label: domainTitle(one.domain), text: domainText(one.domain) }));
  return (
    <FormGroup title={t('told')} text={t('toldHelp')}>
      <Columns>
        <Column>
          <Form.Item name="domain" label={t('domain')} extra={domain?.silent ? t('silent') : domainText(name)} rules={draftRules('domain')} required>
            <Select
              options={options}
              popupMatchSelectWidth={320}
              listHeight={400}
              optionRender={({ data: { label, text } }) => (
                <span className="hook-domain">
                  {label}
                  <span className="ph-muted">{text}</span>
                </span>
              )}
              onChange={changeDomain}
            />
          </Form.Item>
        </Column>
      </Columns>
      <Form.Item name="events" label={t('events')} rules={draftRules('events')} required>
        <EventTypes domain={name} types={domain?.eventTypes ?? []} />
      </Form.Item>
      <CriteriaFields domain={name} />
    </FormGroup>
  );
}

interface EventTypesProps extends FieldAria {
  id?: string;
  value?: readonly string[];
  onChange?: (types: readonly string[]) => void;
  domain: string;
  types: readonly string[];
}

/** The event types of a domain, each with what it tells. A form control. */
function EventTypes({ id, value = [], onChange, domain, types, 'aria-required': _ofItsParts, ...aria }: EventTypesProps) {
  return (
    <fieldset {...aria} id={id} aria-label={t('events')} tabIndex={-1} className="ph-form-set hook-event-types">
      {types.map((type) => (
        <Checkbox
          key={type}
          checked={value.includes(type)}
          // The order of the domain, whatever was ticked first.
          onChange={({ target }) => onChange?.(types.filter((one) => (one === type ? target.checked : value.includes(one))))}
        >
          {eventTitle(domain, type)} <span className="ph-muted">{eventText(domain, type)}</span>
        </Checkbox>
      ))}
    </fieldset>
  );
}
