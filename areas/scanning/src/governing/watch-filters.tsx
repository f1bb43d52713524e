import { formatIds, getFormatTitle } from '@packhouse/contract/repositories/format-ids.ts';
import { Form, FormGroup, rulesFor, Select } from '@packhouse/ui/form/form.ts';
import { z } from 'zod';
import type { FilterDraft } from './filter-draft.ts';
import { t } from './governing-words.ts';
import { isByNamesAlone, isNamed, type WatchDraft } from './watch-draft.ts';
import '../scanning.css';

/** Whatever is typed, each ended by Enter. */
const openList = { mode: 'tags' as const, open: false, suffixIcon: null };

function Typed({ name, label, hint }: { name: keyof FilterDraft; label: string; hint?: string }) {
  const written = z.object({ [name]: z.array(z.string().regex(/^[^=\s]+=.+$/, t('propertyShape'))) });
  return (
    <Form.Item name={['filters', name]} label={label} extra={hint} required={false} {...(name === 'properties' ? { rules: rulesFor(written, name) } : {})}>
      <Select {...openList} />
    </Form.Item>
  );
}

/** What narrows what a watch looks at; closed at first where nothing does. */
export function WatchFilters({ where, open }: { where: WatchDraft['where'] | undefined; open: boolean }) {
  if (where === undefined || where === 'kept') return null;
  const byNames = isByNamesAlone(where);
  // Where things are named one by one, patterns of names narrow nothing.
  if (byNames && isNamed(where)) return null;
  return (
    <FormGroup title={t('narrowed')} text={t('narrowedHelp')} advanced={!open}>
      <div className="scan-filters">
        {!byNames && (
          <>
            <Form.Item name={['filters', 'packageTypes']} label={t('packageTypes')}>
              <Select mode="multiple" options={formatIds.map((value) => ({ value, label: getFormatTitle(value) }))} popupMatchSelectWidth={false} />
            </Form.Item>
            <Typed name="includePaths" label={t('includePaths')} hint={t('includePathsHint')} />
            <Typed name="excludePaths" label={t('excludePaths')} />
            <Typed name="pathExpressions" label={t('pathExpressions')} hint={t('expressionHint')} />
          </>
        )}
        {where !== 'some' && (
          <>
            <Typed name="includeNames" label={t(byNames ? 'includeOwnNames' : 'includeNames')} hint={t('includeNamesHint')} />
            <Typed name="excludeNames" label={t('excludeNames')} />
          </>
        )}
        <Typed name="nameExpressions" label={t(byNames ? 'ownNameExpressions' : 'nameExpressions')} hint={t('expressionHint')} />
        {!byNames && (
          <>
            <Typed name="mediaTypes" label={t('mediaTypes')} hint={t('mediaTypesHint')} />
            <Typed name="properties" label={t('properties')} hint={t('propertiesHint')} />
          </>
        )}
      </div>
    </FormGroup>
  );
}
