import { getUrl } from '@packhouse/contract/client.ts';
import { downloadLog } from '@packhouse/contract/operations/operations-log-routes.ts';
import { Button, CheckField, FilterChips, Icon, SearchField } from '@packhouse/ui/core.ts';
import { isNarrowed } from './log-lines.ts';
import { type Level, levels } from './log-record.ts';
import { t } from './logs-words.ts';
import type { useLiveLog } from './use-live-log.ts';

type Live = ReturnType<typeof useLiveLog>;

/** Each level but the least, and with it what is worse. */
const offered: readonly Level[] = levels.slice(1, -1).toReversed();

function LevelChoice({ live: { wanted, setLevel } }: { live: Live }) {
  return (
    <select className="ph-input logs-level-choice" aria-label={t('level')} value={wanted.level} onChange={({ target }) => setLevel(target.value as Level | '')}>
      <option value="">{t('allLevels')}</option>
      {offered.map((level) => (
        <option key={level} value={level}>
          {t('fromLevel', { level: level.toUpperCase() })}
        </option>
      ))}
    </select>
  );
}

function Download({ live: { state, file } }: { live: Live }) {
  if (file === '') return null;
  const address = getUrl(downloadLog, { params: { logType: state.product }, query: { ...(state.node ? { nodeId: state.node } : {}), id: file } });
  return (
    <a className="ph-button ph-button-secondary" href={address} download={file}>
      <Icon name="download" />
      <span>{t('download')}</span>
    </a>
  );
}

/** Which lines are shown, and how. */
export function LogControls({ live, matching }: { live: Live; matching: number }) {
  const { wanted, setSearch, setRequest, asText, setAsText, wrap, setWrap } = live;
  const { requestId } = wanted;
  return (
    <>
      <div className="logs-bar">
        <SearchField label={t('search')} value={wanted.search} onChange={setSearch} />
        <LevelChoice live={live} />
        {isNarrowed(wanted) && (
          <span className="ph-muted" role="status">
            {t('matching', { count: matching })}
          </span>
        )}
        <span className="logs-bar-end">
          <CheckField label={t('wrap')} checked={wrap} onChange={setWrap} />
          <fieldset className="logs-views" aria-label={t('shownAs')}>
            <Button size="small" aria-pressed={!asText} onClick={() => setAsText(false)}>
              {t('records')}
            </Button>
            <Button size="small" aria-pressed={asText} onClick={() => setAsText(true)}>
              {t('rawText')}
            </Button>
          </fieldset>
          <Download live={live} />
        </span>
      </div>
      <FilterChips chips={requestId === '' ? [] : [{ key: 'request', label: t('requestChip', { id: requestId }), onRemove: () => setRequest('') }]} />
    </>
  );
}
