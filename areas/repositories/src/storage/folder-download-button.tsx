import { query, useRefusal } from '@packhouse/console-kit/console-kit.ts';
import { RecordDrawer } from '@packhouse/console-kit/forms.ts';
import { changeFolderDownload, FolderDownload, readFolderDownload } from '@packhouse/contract/repositories/folder-download-routes.ts';
import { Button, notify } from '@packhouse/ui/core.ts';
import { Checkbox, Form, NumberInput, rulesFor } from '@packhouse/ui/form/form.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from './storage-words.ts';

/** Opens what is said about downloads of folders, once it is known. */
export function FolderDownloadButton() {
  const [open, setOpen] = useState(false);
  const { data } = useQuery(query(readFolderDownload, {}));
  const refusal = useRefusal(changeFolderDownload);
  return (
    <>
      <Button icon="download" refusal={refusal} onClick={() => setOpen(true)}>
        {t('folderDownloads')}
      </Button>
      {open && data && <FolderDownloadDialog settings={data} onClose={() => setOpen(false)} />}
    </>
  );
}

function Fields({ before }: { before: boolean }) {
  const enabled = Form.useWatch<boolean>('enabled') ?? before;
  return (
    <>
      <Form.Item name="enabled" valuePropName="checked">
        <Checkbox>{t('foldersAllowed')}</Checkbox>
      </Form.Item>
      <Form.Item name="visitors" valuePropName="checked">
        <Checkbox disabled={!enabled}>{t('foldersForVisitors')}</Checkbox>
      </Form.Item>
      <Form.Item name="mostFiles" label={t('foldersMostFiles')} extra={t('limitHint')} rules={rulesFor(FolderDownload, 'mostFiles')}>
        <NumberInput disabled={!enabled} />
      </Form.Item>
      <Form.Item name="mostMegabytes" label={t('foldersMostMegabytes')} extra={t('limitHint')} rules={rulesFor(FolderDownload, 'mostMegabytes')}>
        <NumberInput disabled={!enabled} />
      </Form.Item>
    </>
  );
}

/** Whether folders can be downloaded as archives, and how large they may be. */
function FolderDownloadDialog({ settings, onClose }: { settings: FolderDownload; onClose: () => void }) {
  return (
    <RecordDrawer<typeof changeFolderDownload, FolderDownload>
      shape="dialog"
      title={t('folderDownloads')}
      onClose={onClose}
      submitLabel={t('save')}
      save={changeFolderDownload}
      before={settings}
      input={(body) => ({ body })}
      stale={[readFolderDownload]}
      onSaved={({ enabled }) => {
        notify.good(enabled ? t('foldersSaved') : t('foldersOff'));
        onClose();
      }}
    >
      <p className="ph-muted">{t('foldersAbout')}</p>
      <Fields before={settings.enabled} />
    </RecordDrawer>
  );
}
