import { resourceTypes } from '@packhouse/contract/access/access-permission-routes.ts';
import { Button, Icon, IconButton, Menu } from '@packhouse/ui/core.ts';
import type { FieldAria } from '@packhouse/ui/form/form.ts';
import { useId } from 'react';
import { newSection, type SectionDraft } from './permission-draft.ts';
import { t } from './permissions-words.ts';
import { PrincipalMatrix } from './principal-matrix.tsx';
import { ResourceNames } from './resource-names.tsx';

interface SectionsProps extends FieldAria {
  id?: string;
  value?: readonly SectionDraft[];
  onChange?: (sections: readonly SectionDraft[]) => void;
}

/** The sets of resources of a permission, each with who may do what. A form control. */
export function SectionsEditor({ id, value = [], onChange, ...aria }: SectionsProps) {
  const replace = (next: SectionDraft) => onChange?.(value.map((one) => (one.key === next.key ? next : one)));
  return (
    <fieldset {...aria} id={id} aria-label={t('sections')} tabIndex={-1} className="ph-form-set access-sections">
      {value.map((section, index) => (
        <SectionCard
          key={section.key}
          section={section}
          number={value.filter((one, at) => at <= index && one.resourceType === section.resourceType).length}
          onChange={replace}
          onRemove={() => onChange?.(value.filter((one) => one !== section))}
        />
      ))}
      {value.length === 0 && <p className="ph-muted">{t('noSections')}</p>}
      <span>
        <Menu
          label={t('addSection')}
          entries={resourceTypes.map((type) => ({ label: t(type), hint: t(`about_${type}`), onSelect: () => onChange?.([...value, newSection(type)]) }))}
        >
          {(trigger) => (
            <Button icon="plus" {...trigger}>
              {t('addSection')}
            </Button>
          )}
        </Menu>
      </span>
    </fieldset>
  );
}

interface SectionCardProps {
  section: SectionDraft;
  /** Which one of its type it is. */
  number: number;
  onChange: (section: SectionDraft) => void;
  onRemove: () => void;
}

function SectionCard({ section, number, onChange, onRemove }: SectionCardProps) {
  const id = useId();
  const title = number > 1 ? `${t(section.resourceType)} ${number}` : t(section.resourceType);
  return (
    <section className="ph-card access-section" aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        <IconButton icon="trash" size="small" label={t('removeSection', { title })} onClick={onRemove} />
      </header>
      <ResourceNames type={section.resourceType} value={section.names} onChange={(names) => onChange({ ...section, names })} />
      {section.resourceType !== 'pipeline' && <Patterns section={section} onChange={onChange} />}
      <PrincipalMatrix title={title} type={section.resourceType} value={section.principals} onChange={(principals) => onChange({ ...section, principals })} />
    </section>
  );
}

function Patterns({ section, onChange }: Pick<SectionCardProps, 'section' | 'onChange'>) {
  const used = section.include !== '' || section.exclude !== '';
  return (
    <details className="access-patterns" open={used || undefined}>
      <summary>
        <Icon name="chevron-right" size={14} />
        {t('patterns')}
      </summary>
      <p className="ph-muted">{t('patternsHelp')}</p>
      <div className="access-pattern-pair">
        <Lines label={t('include')} value={section.include} placeholder="org/acme/**" onChange={(include) => onChange({ ...section, include })} />
        <Lines label={t('exclude')} value={section.exclude} placeholder="**/*-sources.jar" onChange={(exclude) => onChange({ ...section, exclude })} />
      </div>
    </details>
  );
}

function Lines({ label, value, placeholder, onChange }: { label: string; value: string; placeholder: string; onChange: (text: string) => void }) {
  const id = useId();
  return (
    <div className="ph-field">
      <label htmlFor={id} className="ph-field-label">
        {label}
      </label>
      <textarea
        id={id}
        className="ph-input ph-mono access-lines"
        rows={Math.min(8, Math.max(2, value.split('\n').length))}
        value={value}
        placeholder={placeholder}
        spellCheck={false}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}
