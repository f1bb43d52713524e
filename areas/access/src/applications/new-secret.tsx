import { applicationTokenPath, authorizationPath, type createApplication } from '@packhouse/contract/access/access-application-routes.ts';
import type { RouteReply } from '@packhouse/contract/route.ts';
import { Banner, Button, Dialog } from '@packhouse/ui/core.ts';
import { LabelledCopy } from '../external/labelled-copy.tsx';
import { t } from './applications-words.ts';

/** Shows what the application must be told, the secret this once. */
export function NewSecret({ made, onClose }: { made: RouteReply<typeof createApplication>; onClose: () => void }) {
  const done = (
    <Button kind="primary" onClick={onClose}>
      {t('done')}
    </Button>
  );
  return (
    <Dialog title={t('madeTitle', { name: made.name })} onClose={onClose} footer={done} width={640} sticky>
      <div className="ph-stack">
        {made.secret ? <Banner kind="warning">{t('secretOnce')}</Banner> : <Banner kind="info">{t('noSecret')}</Banner>}
        <LabelledCopy label={t('clientId')} value={made.clientId} />
        {made.secret && <LabelledCopy label={t('secret')} value={made.secret} />}
        <LabelledCopy label={t('authorizationUrl')} value={`${made.baseUrl}${authorizationPath}`} />
        <LabelledCopy label={t('tokenUrl')} value={`${made.baseUrl}${applicationTokenPath}`} />
      </div>
    </Dialog>
  );
}
