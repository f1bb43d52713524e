import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pluginModuleFederation } from '@module-federation/rsbuild-plugin';
import type { RsbuildConfig } from '@rsbuild/core';
import { pluginReact } from '@rsbuild/plugin-react';

/**
 * The shell gives this to every area, once: request in an area → the module behind it in the shell.
 * Areas carry no copy of these, so none can differ. The router is given as the part that areas use, which keeps the rest out of the first load.
 */
const shared: Record<string, string> = {
  react: 'react',
  'react/jsx-runtime': 'react/jsx-runtime',
  'react-dom': 'react-dom',
  'react-router': '@packhouse/console-kit/router.ts',
  '@tanstack/react-query': '@tanstack/react-query',
  zod: 'zod',
  '@packhouse/formats/cards.ts': '@packhouse/formats/cards.ts',
  '@packhouse/ui/core.ts': '@packhouse/ui/core.ts',
  '@packhouse/ui/table/data.ts': '@packhouse/ui/table/data.ts',
  '@packhouse/ui/form/form.ts': '@packhouse/ui/form/form.ts',
  '@packhouse/console-kit/console-kit.ts': '@packhouse/console-kit/console-kit.ts',
  '@packhouse/console-kit/lists.ts': '@packhouse/console-kit/lists.ts',
  '@packhouse/console-kit/forms.ts': '@packhouse/console-kit/forms.ts',
  '@packhouse/console-kit/charts.ts': '@packhouse/console-kit/charts.ts',
};

function consumed(): Record<string, object> {
  return Object.fromEntries(
    Object.entries(shared).map(([request, name]) => [request, { singleton: true, requiredVersion: false, import: false, shareKey: name }]),
  );
}

/** Milliseconds after which a script that does not come counts as lost. */
export const chunkLoadTimeout = 120_000;

const optimization = { target: 'web', disableSnapshot: true } as const;

function commonConfig(folder: string, base: string): RsbuildConfig {
  return {
    root: folder,
    mode: 'production',
    logLevel: 'warn',
    plugins: [pluginReact({ splitChunks: false })],
    output: {
      distPath: { root: join(folder, 'dist') },
      assetPrefix: base,
      cleanDistPath: true,
      filenameHash: 'contenthash:10',
      sourceMap: false,
      legalComments: 'linked',
      dataUriLimit: 0,
      polyfill: 'off',
      overrideBrowserslist: ['chrome >= 120', 'firefox >= 121', 'safari >= 17'],
    },
    performance: { printFileSize: false, buildCache: false },
    tools: { rspack: { output: { chunkLoadTimeout } } },
  };
}

/** How the shell is built: it serves `/ui/` and gives areas what they share (apps/console/src/areas/federation-runtime.ts). */
export function shellConfig(folder: string): RsbuildConfig {
  const common = commonConfig(folder, '/ui/');
  return {
    ...common,
    source: { entry: { index: join(folder, 'src/main.tsx') } },
    resolve: {
      alias: { zod$: join(import.meta.dirname, 'zod.js'), 'zod-v4': join(dirname(createRequire(import.meta.url).resolve('zod/package.json')), 'v4') },
    },
    html: { template: join(folder, 'index.html'), title: 'Packhouse', inject: 'body', scriptLoading: 'defer' },
    output: { ...common.output, inlineScripts: false, inlineStyles: false },
  };
}

/** How an area is built: one exposed module, nothing that the shell has. */
export function areaConfig(folder: string, id: string): RsbuildConfig {
  const common = commonConfig(folder, `/ui/areas/${id}/`);
  return {
    ...common,
    source: { entry: { index: join(folder, 'src/area.ts') } },
    output: { ...common.output, cleanDistPath: true },
    tools: { ...common.tools, htmlPlugin: false },
    plugins: [
      ...(common.plugins ?? []),
      pluginModuleFederation({
        name: `packhouse_area_${id.replaceAll('-', '_')}`,
        dts: false,
        shareStrategy: 'loaded-first',
        // Areas are reached through this one file; it alone has no hash in its name and is asked for anew.
        filename: 'remoteEntry.js',
        manifest: false,
        exposes: { './area': join(folder, 'src/area.ts') },
        shared: consumed(),
        experiments: { optimization, externalRuntime: true },
      }),
    ],
  };
}
