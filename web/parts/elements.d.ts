import type { DetailedHTMLProps, HTMLAttributes } from 'react';

type Element<Attributes> = DetailedHTMLProps<HTMLAttributes<HTMLElement>, HTMLElement> & Attributes;

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'live-giveaway': Element<{
        readonly giveaway: string;
        readonly endpoint: string;
        /** What is said to readers when a part with another version appears. */
        readonly news?: string;
        /** What is said while the page cannot be updated; it contains `{time}`. */
        readonly stale: string;
      }>;
      'draw-check': Element<{
        readonly chain: string;
        readonly hub: string;
        readonly giveaway: string;
        readonly round: string;
        readonly 'from-block': string;
        readonly 'hub-block': string;
        readonly 'drawn-block': string;
        /** The path of the document of the proof. */
        readonly proof: string;
        readonly node: string | undefined;
        readonly beacon: string | undefined;
        readonly texts: string;
      }>;
      'copy-button': Element<{ readonly for?: string; readonly label: string; readonly done: string }>;
      /** `class`, because React's names of attributes are not those of custom elements. */
      'end-zone': Element<{ readonly class: string; readonly sent: 'yes' | undefined }>;
      'draft-saver': Element<{
        readonly class: string;
        readonly saved: string;
        readonly without: string;
        readonly failed: string;
        readonly ended: string;
        readonly 'open-stored': string;
        readonly 'save-other': string;
      }>;
      'passkey-form': Element<{
        readonly ceremony: 'registration' | 'sign-in';
        readonly endpoint: string;
        /** What is shown when the browser made or found no passkey. */
        readonly cancelled: string;
        readonly known: string;
        readonly failed: string;
      }>;
    }
  }
}
