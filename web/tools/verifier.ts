import { createHash } from 'node:crypto';
import { build, type InlineConfig, type Rolldown } from 'vite';

const HEAD = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Verify a draw</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
`;
const NO_SCRIPT = 'This check needs JavaScript. · Diese Prüfung braucht JavaScript.';

/**
 * The verifier of draws as the text of one page: its CSP admits its own script and style, and requests to the nodes and relays that
 * the reader names. The same sources give the same text.
 */
export async function buildVerifier(root: string, common: InlineConfig): Promise<string> {
  const script = await bundle(`${root}web/verifier/verifier.ts`, root, common);
  const style = await bundle(`${root}web/verifier/verifier.css`, root, common);
  if (/<\/(?:script|style)|<!--/i.test(script + style))
    throw new Error('The script would end the element that contains it.');
  const policy = [
    "default-src 'none'",
    `script-src '${hashOf(script)}'`,
    `style-src '${hashOf(style)}'`,
    'connect-src https: http:',
    "form-action 'none'",
    "base-uri 'none'",
  ].join('; ');
  return `${HEAD}<meta http-equiv="Content-Security-Policy" content="${policy}">
<style>${style}</style>
</head>
<body>
<main></main>
<noscript><p>${NO_SCRIPT}</p></noscript>
<script>${script}</script>
</body>
</html>
`;
}

async function bundle(input: string, root: string, common: InlineConfig): Promise<string> {
  const isScript = input.endsWith('.ts');
  const built = (await build({
    ...common,
    root,
    build: {
      write: false,
      minify: !isScript,
      modulePreload: false,
      assetsInlineLimit: 0,
      reportCompressedSize: false,
      rolldownOptions: { input, ...(isScript && { output: { format: 'iife', codeSplitting: false } }) },
    },
  })) as Rolldown.RolldownOutput;
  const found = built.output.find(({ fileName }) => fileName.endsWith(isScript ? '.js' : '.css'));
  const text = found?.type === 'chunk' ? found.code : String(found?.source ?? '');
  if (text === '') throw new Error(`${input} gives nothing.`);
  return text;
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
