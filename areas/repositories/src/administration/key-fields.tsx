import { query, useRefusal } from '@packhouse/console-kit/console-kit.ts';
import { type FormatId, getCard } from '@packhouse/contract/repositories/format-ids.ts';
import { listClientCertificates, listKeyPairs, listTrustedKeys } from '@packhouse/contract/repositories/key-routes.ts';
import { Form, FormGroup, Select } from '@packhouse/ui/form/form.ts';
import { useQuery } from '@tanstack/react-query';
import { t } from './administration-words.ts';
import { draftRules } from './draft-rules.ts';

const named = (names: readonly string[]) => names.map((value) => ({ value, label: value }));

/** Which pair signs the listings; only administrators choose. */
export function SigningFields({ format }: { format: FormatId }) {
  const refusal = useRefusal(listKeyPairs);
  const kind = getCard(format).signedBy;
  const { data } = useQuery({ ...query(listKeyPairs, {}), enabled: refusal === undefined && kind !== undefined });
  if (kind === undefined) return null;
  const pairs = named((data?.items ?? []).filter((one) => one.kind === kind).map(({ name }) => name));
  return (
    <FormGroup title={t('signing')} text={t('signingHelp')} advanced>
      <Form.Item name="keyPair" label={t('keyPair')} extra={refusal} rules={draftRules('keyPair')}>
        <Select disabled={refusal !== undefined} options={[{ value: '', label: t('keyPairNone') }, ...pairs]} />
      </Form.Item>
    </FormGroup>
  );
}

/** Whose signature the source must bring, and who we are to it; only administrators choose. */
export function TrustFields({ format }: { format: FormatId }) {
  const refusal = useRefusal(listTrustedKeys);
  const isChecked = getCard(format).signedBy === 'openpgp';
  const trusted = useQuery({ ...query(listTrustedKeys, {}), enabled: refusal === undefined && isChecked });
  const certificates = useQuery({ ...query(listClientCertificates, {}), enabled: refusal === undefined });
  return (
    <FormGroup title={t('trust')} text={t('trustHelp')} advanced>
      {isChecked && (
        <Form.Item name="trustedKeys" label={t('trustedKeys')} extra={refusal ?? t('trustedKeysHint')} rules={draftRules('trustedKeys')}>
          <Select
            mode="multiple"
            disabled={refusal !== undefined}
            options={named((trusted.data?.items ?? []).filter(({ kind }) => kind === 'openpgp').map(({ name }) => name))}
          />
        </Form.Item>
      )}
      <Form.Item
        name="clientTlsCertificate"
        label={t('clientCertificate')}
        extra={refusal ?? t('clientCertificateHint')}
        rules={draftRules('clientTlsCertificate')}
      >
        <Select
          disabled={refusal !== undefined}
          options={[{ value: '', label: t('clientCertificateNone') }, ...named((certificates.data?.items ?? []).map(({ name }) => name))]}
        />
      </Form.Item>
    </FormGroup>
  );
}
