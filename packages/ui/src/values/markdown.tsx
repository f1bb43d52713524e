import type { ComponentProps } from 'react';
import ReactMarkdown, { type Components } from 'react-markdown';
import rehypeRaw from 'rehype-raw';
import rehypeSanitize, { defaultSchema } from 'rehype-sanitize';
import remarkGfm from 'remark-gfm';
import './markdown.css';

// Strangers write this text, so nothing in it may act: no scripts, styles, forms or frames, and no addresses of our own origin.
const schema: typeof defaultSchema = {
  ...defaultSchema,
  tagNames: (defaultSchema.tagNames ?? []).filter((name) => name !== 'input'),
  protocols: { ...defaultSchema.protocols, href: ['http', 'https', 'mailto'], src: ['https'] },
};

const isWeb = (url: string | undefined) => url !== undefined && /^(?:https?:\/\/|mailto:)/i.test(url);

/** Links open apart and say nothing of where they were followed; relative ones would lead into the console, so they are plain text. */
function ReadmeLink({ href, children }: ComponentProps<'a'>) {
  if (!isWeb(href)) return <span>{children}</span>;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow ugc">
      {children}
    </a>
  );
}

function ReadmeImage({ src, alt, width, height }: ComponentProps<'img'>) {
  if (typeof src !== 'string' || !/^https:\/\//i.test(src)) return <span className="ph-muted">{alt}</span>;
  return <img src={src} alt={alt ?? ''} width={width} height={height} loading="lazy" referrerPolicy="no-referrer" />;
}

// A readme's own headings stand below those of the page.
const components: Components = {
  a: ({ href, children }) => <ReadmeLink href={href}>{children}</ReadmeLink>,
  img: ({ src, alt, width, height }) => <ReadmeImage src={src} alt={alt} width={width} height={height} />,
  h1: ({ children }) => <h2>{children}</h2>,
  h2: ({ children }) => <h3>{children}</h3>,
  h3: ({ children }) => <h4>{children}</h4>,
};

/** Markdown with the HTML that people put into it, made harmless. Not part of the kit's entries: whoever shows such a text fetches it when it is needed. */
export function Markdown({ text }: { text: string }) {
  return (
    <article className="ph-markdown ph-card">
      <ReactMarkdown remarkPlugins={[remarkGfm]} rehypePlugins={[rehypeRaw, [rehypeSanitize, schema]]} components={components}>
        {text}
      </ReactMarkdown>
    </article>
  );
}
