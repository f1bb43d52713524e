import { Loaded, query, refresh, useSession } from '@packhouse/console-kit/console-kit.ts';
import { plainFormat } from '@packhouse/contract/repositories/format-ids.ts';
import { readIndex } from '@packhouse/contract/scanning/scanning-component-routes.ts';
import { searchComponents } from '@packhouse/contract/scanning/scanning-routes.ts';
import { Button, Dialog, Field, LinkButton, notify, Skeleton, words } from '@packhouse/ui/core.ts';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import type { z } from 'zod';
import { t } from './scans-words.ts';
import { uploadBill } from './upload-bill.ts';

type Indexed = z.output<typeof readIndex.reply>['data'][number];

/** Bills are kept where plain files are, and read where scanning is on. */
export const takesBills = ({ type, pkg_type, indexed }: Indexed) => type !== 'remote' && pkg_type === plainFormat && indexed;

interface BillDialogProps {
  /** Chosen to begin with. */
  repository?: string | undefined;
  onClose: () => void;
}

/** Asks for an SBOM and where to keep it, and sends it. */
export function BillDialog({ repository, onClose }: BillDialogProps) {
  const index = useQuery(query(readIndex, {}));
  if (!index.data)
    return (
      <Dialog title={t('uploadBill')} onClose={onClose}>
        <Loaded result={index} skeleton={<Skeleton lines={3} />}>
          {() => null}
        </Loaded>
      </Dialog>
    );
  const places = index.data.data.filter(takesBills).map(({ name }) => name);
  return places.length === 0 ? <NoPlace onClose={onClose} /> : <BillForm places={places} repository={repository} onClose={onClose} />;
}

/** Says what is needed where no repository takes bills, and leads whoever may there. */
function NoPlace({ onClose }: { onClose: () => void }) {
  const { administrator } = useSession();
  const footer = administrator ? (
    <>
      <LinkButton to="/admin/xray/indexed-resources">{t('toIndexed')}</LinkButton>
      <LinkButton kind="primary" to={`/admin/repositories/local/new?format=${plainFormat}`}>
        {t('toNew')}
      </LinkButton>
    </>
  ) : (
    <Button onClick={onClose}>{words().close}</Button>
  );
  return (
    <Dialog title={t('uploadBill')} onClose={onClose} footer={footer}>
      <p>{t('noPlace')}</p>
    </Dialog>
  );
}

function BillForm({ places, repository, onClose }: BillDialogProps & { places: readonly string[] }) {
  const ids = { form: useId(), place: useId(), file: useId() };
  const [place, setPlace] = useState(repository !== undefined && places.includes(repository) ? repository : places[0]!);
  const [bill, setBill] = useState<File>();
  const [problem, setProblem] = useState<string>();
  const [isSending, setSending] = useState(false);
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (isSending) return;
    if (!bill) return setProblem(t('chooseBill'));
    setSending(true);
    setProblem(undefined);
    try {
      const name = await uploadBill(place, bill);
      notify.good(t('billSent', { name, repository: place }));
      onClose();
      await refresh(searchComponents);
    } catch (error) {
      setProblem((error as Error).message);
      setSending(false);
    }
  };
  const footer = (
    <>
      <Button onClick={onClose}>{words().cancel}</Button>
      <Button kind="primary" type="submit" form={ids.form} loading={isSending}>
        {t('upload')}
      </Button>
    </>
  );
  return (
    <Dialog title={t('uploadBill')} onClose={onClose} footer={footer}>
      <form id={ids.form} onSubmit={(event) => void send(event)} className="ph-stack">
        <Field id={ids.file} label={t('bill')} hint={t('billHelp')} problem={problem}>
          <input
            id={ids.file}
            type="file"
            accept=".json,application/json"
            aria-describedby={`${ids.file}-hint${problem === undefined ? '' : ` ${ids.file}-problem`}`}
            aria-invalid={problem === undefined ? undefined : true}
            onChange={({ target }) => {
              setBill(target.files?.[0]);
              setProblem(undefined);
            }}
          />
        </Field>
        <Field id={ids.place} label={t('repository')} hint={t('placeHelp')}>
          <select id={ids.place} className="ph-input" value={place} aria-describedby={`${ids.place}-hint`} onChange={({ target }) => setPlace(target.value)}>
            {places.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </Field>
      </form>
    </Dialog>
  );
}
