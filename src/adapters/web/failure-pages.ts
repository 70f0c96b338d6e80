import type { IncomingMessage, ServerResponse } from 'node:http';
import type { DomainError } from '../../core/errors.ts';
import { toUtf8 } from '../../runtime/utf8.ts';
import type { LazySite } from './load-site.ts';
import { formOf } from './form.ts';
import { keepingHeaders, pageHeaders } from './page-headers.ts';

/** Answers a failed request of a browser with a page. Returns false when the response is not for a reader. */
export type SendFailurePage = (
  request: IncomingMessage,
  response: ServerResponse,
  failure: { readonly error: DomainError; readonly status: number; readonly requestId: string },
) => boolean;

/** Failures at the address of a page, and unknown addresses that a browser opens, are answered with a page. */
export function createFailurePages(site: LazySite, commonHeaders: readonly string[]): SendFailurePage {
  return (request, response, { error, status, requestId }) => {
    const { url: target = '', headers, method } = request;
    const loaded = site.current();
    if (loaded === undefined) return false;
    const acceptLanguage = headers['accept-language'];
    const isPage = loaded.find(target, acceptLanguage) !== undefined;
    if (!isPage && headers.accept?.includes('text/html') !== true) return false;
    const reply = loaded.fail({
      target,
      acceptLanguage,
      status,
      message: error.message,
      requestId,
      form: formOf(request),
    });
    const { body, contentType } = reply;
    const bytes = toUtf8(body);
    const flat = [
      'content-type',
      contentType,
      'content-length',
      String(bytes.length),
      ...keepingHeaders(reply),
    ];
    if (error.retryAfterSeconds !== undefined) flat.push('retry-after', String(error.retryAfterSeconds));
    flat.push(...commonHeaders, ...pageHeaders());
    for (let at = 0; at < flat.length; at += 2) response.setHeader(flat[at] ?? '', flat[at + 1] ?? '');
    response.writeHead(status).end(method === 'HEAD' ? undefined : bytes);
    return true;
  };
}
