import { Loaded, query } from '@packhouse/console-kit/console-kit.ts';
import { useAddress } from '@packhouse/console-kit/lists.ts';
import { type WebServerType, webServerConfiguration, webServerTypes } from '@packhouse/contract/repositories/web-server-routes.ts';
import { Button, CodeBlock, downloadText, Skeleton } from '@packhouse/ui/core.ts';
import { FormGroup, Radio } from '@packhouse/ui/form/form.ts';
import { useQuery } from '@tanstack/react-query';
import { t } from './web-server-words.ts';

const isType = (text: string): text is WebServerType => webServerTypes.some((one) => one === text);

/** The generated configuration: to read, copy and take away. */
export function Configuration({ named }: { named: boolean }) {
  const [{ configuration: asked }, change] = useAddress('configuration');
  const type = isType(asked) ? asked : 'nginx';
  const result = useQuery({ ...query(webServerConfiguration, { query: { type } }), enabled: named });
  return (
    <FormGroup title={t('configuration')} text={t('configurationHelp')}>
      {named ? (
        <>
          <Radio.Group
            aria-label={t('configuration')}
            optionType="button"
            value={type}
            onChange={({ target }) => change({ configuration: String(target.value) })}
            options={webServerTypes.map((value) => ({ value, label: t(value) }))}
          />
          <Loaded result={result} skeleton={<Skeleton lines={10} height={16} />}>
            {({ fileName, text }) => (
              <>
                <CodeBlock title={fileName} code={text} />
                <span>
                  <Button icon="download" onClick={() => downloadText(fileName, text)}>
                    {t('download', { file: fileName })}
                  </Button>
                </span>
              </>
            )}
          </Loaded>
        </>
      ) : (
        <p className="ph-muted">{t('noName')}</p>
      )}
    </FormGroup>
  );
}
