import { useSession } from '@packhouse/console-kit/session/session.ts';
import { absoluteTime, Banner, Button } from '@packhouse/ui/core.ts';
import { useState } from 'react';
import { Link } from 'react-router';
import { t } from '../navigation/navigation-words.ts';
import { useStartUp } from '../start-up/start-up.ts';

/** So many days before the end of the licence administrators are told of it, the nearest first. Whoever has closed it is told again at the next. */
const stages = [1, 7, 30];
const key = 'packhouse.licence-told';
const licencePath = '/admin/license_management/licenses';

/** Says administrators on every page that the licence ends soon, or that none holds any more. */
export function LicenceBanner() {
  const { administrator, licenceType } = useSession();
  const endsAt = useStartUp((state) => state.licenceEndsAt);
  const [told, setTold] = useState(() => localStorage.getItem(key));
  const left = endsAt === null ? Number.POSITIVE_INFINITY : (Date.parse(endsAt) - Date.now()) / 86_400_000;
  const stage = stages.find((days) => left <= days);
  if (!administrator) return null;
  const link = <Link to={licencePath}>{t('showLicences')}</Link>;
  if (licenceType === 'N/A')
    return (
      <div className="shell-offline">
        <Banner kind="bad" action={link}>
          {t('licenceOver')}
        </Banner>
      </div>
    );
  const mark = `${endsAt} ${stage}`;
  if (endsAt === null || stage === undefined || left <= 0 || told === mark) return null;
  const close = () => {
    localStorage.setItem(key, mark);
    setTold(mark);
  };
  return (
    <div className="shell-offline">
      <Banner
        kind={stage === 30 ? 'info' : 'warning'}
        action={
          <>
            {link}
            <Button size="small" onClick={close}>
              {t('gotIt')}
            </Button>
          </>
        }
      >
        {t('licenceEnds', { count: Math.max(1, Math.round(left)), date: absoluteTime(new Date(endsAt)) })}
      </Banner>
    </div>
  );
}
