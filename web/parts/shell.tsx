import { useSite } from '../site/context.ts';
import { LANGUAGE_NAMES, LANGUAGES } from '../site/language.ts';
import type { View } from '../site/page.ts';
import { toScript } from '../site/structured-data.ts';
import { feedLinks } from '../site/feed-links.ts';
import { Mark } from './icons.tsx';
import { SECTIONS } from './sections.ts';

const ALWAYS = ['reader-times'];

/** The document around the content of every page. */
export function Shell({ view }: { readonly view: View }) {
  const { t, language, isLanguageChosen, asset, canonical, link, path, publicUrl } = useSite();
  const {
    title,
    description,
    body,
    islands = [],
    styles = ['inner.css'],
    feeds = [],
    image = `${publicUrl}/image.png`,
    isListed = true,
    status,
    structured,
  } = view;
  const address = canonical(isLanguageChosen ? language : undefined);
  const isStart = path === '/' && (status === undefined || status === 200);
  const own = isStart ? t.shell.name : `${title} · ${t.shell.name}`;
  return (
    <html lang={language} dir="ltr">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{own}</title>
        <meta name="description" content={description ?? t.shell.tagline} />
        <meta name="color-scheme" content="light dark" />
        {!isListed && <meta name="robots" content="noindex" />}
        {isListed && (
          <>
            <meta property="og:title" content={title} />
            <meta property="og:site_name" content={t.shell.name} />
            <meta property="og:url" content={address} />
            {description !== undefined && <meta property="og:description" content={description} />}
            <meta property="og:image" content={image} />
            <meta name="twitter:card" content="summary_large_image" />
            <link rel="canonical" href={address} />
            {LANGUAGES.map((each) => (
              <link key={each} rel="alternate" hrefLang={each} href={canonical(each)} />
            ))}
            <link rel="alternate" hrefLang="x-default" href={canonical()} />
            {structured !== undefined && (
              <script type="application/ld+json" dangerouslySetInnerHTML={toScript(structured)} />
            )}
          </>
        )}
        <link rel="manifest" href={link('/manifest.webmanifest')} />
        <link rel="icon" type="image/svg+xml" href={asset('icon')} />
        {['site.css', ...styles].map((name) => (
          <link key={name} rel="stylesheet" href={asset(name)} />
        ))}
        {feeds.map((feed) => (
          <link key={feed.href} rel="alternate" type={feed.type} title={feed.title} href={feed.href} />
        ))}
        {[...ALWAYS, ...islands].map((name) => (
          <script key={name} type="module" src={asset(name)} />
        ))}
      </head>
      <body>
        <a className="skip" href="#content">
          {t.shell.skip}
        </a>
        <Header />
        <main id="content" tabIndex={-1}>
          {body}
        </main>
        <Footer feeds={feeds} />
      </body>
    </html>
  );
}

function Header() {
  const { t, link, path, hasChain } = useSite();
  const sections = SECTIONS.filter(([to]) => hasChain || to !== '/giveaways');
  return (
    <header className="top">
      <div className="bar">
        <a className="brand" href={link('/')}>
          <Mark />
          <span>{t.shell.name}</span>
        </a>
        <nav aria-label={t.shell.navigation}>
          <ul>
            {sections.map(([to, name]) => (
              <li key={to}>
                <a href={link(to)} aria-current={isWithin(path, to) ? 'page' : undefined}>
                  {name === 'access' && isSignedIn(path) ? t.access.area : t.shell[name]}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </header>
  );
}

/** Whether a page is one of a session: all below /access, except those of the sign-in. */
function isSignedIn(path: string): boolean {
  return path.startsWith('/access/') && !isWithin(path, '/access/sign-in');
}

function isWithin(path: string, section: string): boolean {
  if (section === '/') return path === '/' || /^\/(?:listings|publishers)\//.test(path);
  return path === section || path.startsWith(`${section}/`);
}

function Footer({ feeds }: { readonly feeds: NonNullable<View['feeds']> }) {
  const site = useSite();
  const { t, link, language, inLanguage, legal, path } = site;
  return (
    <footer className="bottom">
      <div className="bar">
        <p>
          {t.shell.tagline} <span data-reader-times={t.shell.readerTimes}>{t.shell.times}</span>
        </p>
        {legal.length > 0 && (
          <nav aria-label={t.shell.legalTexts}>
            <ul>
              {legal.map((text) => (
                <li key={text.name}>
                  <a
                    href={link(`/legal/${text.name}`)}
                    aria-current={path === `/legal/${text.name}` ? 'page' : undefined}
                  >
                    {t.shell.legal[text.name]}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
        )}
        <nav aria-label={t.shell.footer}>
          <ul>
            {(feeds.length > 0 ? feeds : feedLinks(site)).map((feed) => (
              <li key={feed.href}>
                <a href={feed.href}>{feed.title}</a>
              </li>
            ))}
            <li>
              <a href={link('/docs')}>{t.shell.rest}</a>
            </li>
            <li>
              <a href={link('/graphql')}>{t.shell.graphql}</a>
            </li>
          </ul>
        </nav>
        <nav aria-label={t.shell.language}>
          <ul>
            {LANGUAGES.map((each) => (
              <li key={each}>
                <a
                  href={inLanguage(each)}
                  hrefLang={each}
                  lang={each}
                  aria-current={each === language ? 'true' : undefined}
                >
                  {LANGUAGE_NAMES[each]}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </footer>
  );
}
