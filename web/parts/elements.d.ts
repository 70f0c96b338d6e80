import type { DetailedHTMLProps, HTMLAttributes } from 'react';

type Element<Attributes> = DetailedHTMLProps<HTMLAttributes<HTMLElement>, HTMLElement> & Attributes;

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'copy-button': Element<{ readonly for: string; readonly label: string; readonly done: string }>;
    }
  }
}
