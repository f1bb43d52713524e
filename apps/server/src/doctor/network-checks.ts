import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { ping } from '@packhouse/contract/shell/system-routes.ts';
import type { Config } from '@packhouse/kernel/config.ts';
import { addressRules } from '@packhouse/kernel/outgoing/address-rules.ts';
import { bad, type Finding, good, readWords, warning } from './finding.ts';

/** The way in: does what clients are told to use lead here, with a certificate they can trust? */
export async function checkTls(config: Config, extraCertificates: string | undefined): Promise<Finding[]> {
  const findings: Finding[] = [];
  if (extraCertificates && !existsSync(extraCertificates))
    findings.push(bad(`NODE_EXTRA_CA_CERTS names ${extraCertificates}, which does not exist`, 'Correct the path or unset the variable.'));
  const { baseUrl } = config;
  if (baseUrl === undefined) {
    findings.push(
      config.host === '127.0.0.1' || config.host === 'localhost' || config.host === '::1'
        ? good('only this machine is served')
        : warning(
            'passwords travel in the clear: no https address is configured',
            'Put a reverse proxy with TLS in front and set PACKHOUSE_BASE_URL and PACKHOUSE_TRUSTED_PROXIES.',
          ),
    );
    return findings;
  }
  if (!baseUrl.startsWith('https:'))
    findings.push(warning(`clients are told to use ${baseUrl}, in the clear`, 'Serve it by https and change PACKHOUSE_BASE_URL.'));
  if (baseUrl.startsWith('https:') && config.trustedProxies.length === 0)
    findings.push(
      warning('the base URL is https but no proxy is trusted', 'Set PACKHOUSE_TRUSTED_PROXIES to the address of the proxy, or callers’ addresses are lost.'),
    );
  try {
    const answer = await fetch(`${baseUrl.replace(/\/$/, '')}${ping.url}`, { signal: AbortSignal.timeout(5000) });
    const reply = ping.reply.safeParse(await answer.json().catch(() => undefined));
    findings.push(
      reply.success ? good(`${baseUrl} leads here`) : warning(`${baseUrl} answers, but not as Packhouse`, 'Check where the proxy sends its requests.'),
    );
  } catch (error) {
    findings.push(warning(`${baseUrl} does not answer: ${readWords(error)}`, 'If Packhouse runs, check the name, the certificate and the proxy.'));
  }
  return findings;
}

function reaches(url: URL): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(url.port || (url.protocol === 'https:' ? 443 : 80)), url.hostname);
    socket.setTimeout(5000, () => socket.destroy(new Error('it does not answer')));
    socket.once('connect', () => {
      socket.destroy();
      resolve();
    });
    socket.once('error', reject);
  });
}

/** The way out: the proxy and the private addresses that may be contacted. */
export async function checkOutgoing({ outgoing }: Config): Promise<Finding[]> {
  try {
    addressRules(outgoing.allow);
  } catch (error) {
    return [bad(`outgoing.allow: ${readWords(error)}`, 'Write addresses or ranges, such as 10.0.0.0/8.')];
  }
  const findings: Finding[] = outgoing.allow.length > 0 ? [good(`private addresses that may be contacted: ${outgoing.allow.join(', ')}`)] : [];
  if (outgoing.proxy === undefined) return [...findings, good('upstream servers are contacted directly')];
  try {
    await reaches(new URL(outgoing.proxy));
    return [...findings, good(`the proxy ${new URL(outgoing.proxy).host} answers`)];
  } catch (error) {
    return [
      ...findings,
      bad(
        `the proxy ${new URL(outgoing.proxy).host} cannot be reached: ${readWords(error)}`,
        'Correct outgoing.proxy in the configuration, or start the proxy.',
      ),
    ];
  }
}
