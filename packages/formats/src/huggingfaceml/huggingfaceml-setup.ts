import type { SetupContext, Snippet } from '../format.ts';
import { tokenSnippet, tokenVariable } from '../setup-token.ts';

/** https://huggingface.co/docs/huggingface_hub/package_reference/environment_variables */
export function setup({ url, canDeploy }: SetupContext): Snippet[] {
  const publishing: Snippet = {
    step: 'publish',
    title: 'Upload the model in this folder',
    language: 'shell',
    text: 'hf upload acme/hello .',
  };
  return [
    tokenSnippet(),
    {
      step: 'configure',
      title: 'Have the clients of Hugging Face ask this repository',
      language: 'shell',
      // Xet is the hub's own store beside it, which nobody else has.
      text: `export HF_ENDPOINT="${url}" HF_TOKEN="$${tokenVariable}" HF_HUB_DISABLE_XET=1`,
    },
    ...(canDeploy ? [publishing] : []),
    { step: 'resolve', title: 'Download a model', language: 'shell', text: 'hf download acme/hello --local-dir hello' },
  ];
}
