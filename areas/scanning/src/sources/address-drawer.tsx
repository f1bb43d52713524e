import { RecordDrawer } from '@packhouse/console-kit/forms.ts';
import {
  changeSourceAddresses,
  listAdvisoryPresets,
  listAdvisorySources,
  SourceAddresses,
  sourceKinds,
} from '@packhouse/contract/scanning/scanning-source-routes.ts';
import { notify } from '@packhouse/ui/core.ts';
import { Form, Input, rulesFor } from '@packhouse/ui/form/form.ts';
import { t } from '../scanning-words.ts';

/** Where the feeds of ready-made sources are fetched. */
export function AddressDrawer({ addresses, onClose }: { addresses: SourceAddresses; onClose: () => void }) {
  return (
    <RecordDrawer
      title={t('addresses')}
      submitLabel={t('save')}
      before={addresses}
      curl={false}
      save={changeSourceAddresses}
      input={(draft: SourceAddresses) => ({ body: draft })}
      stale={[listAdvisoryPresets, listAdvisorySources]}
      onSaved={() => {
        notify.good(t('addressesSaved'));
        onClose();
      }}
      onClose={onClose}
    >
      <p className="ph-muted">{t('addressesAbout')}</p>
      {sourceKinds.map((feed) => (
        <Form.Item key={feed} name={feed} label={t(`${feed}Address`)} rules={rulesFor(SourceAddresses, feed)} required>
          <Input autoComplete="off" spellCheck={false} inputMode="url" />
        </Form.Item>
      ))}
    </RecordDrawer>
  );
}
