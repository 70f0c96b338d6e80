/** The texts of an error page. */
export interface FailureTexts {
  readonly title: string;
  readonly advice: string;
}

/** By HTTP status; 500 stands for those without an entry. */
const pages: Readonly<Record<number, FailureTexts>> = {
  400: {
    title: 'This address cannot be read',
    advice: 'A part of the address or the form has a value that this page does not know.',
  },
  401: { title: 'Sign in to see this page', advice: 'Your session has ended, or you are not signed in.' },
  403: {
    title: 'This request was refused',
    advice: 'You may not do this, or the form is not from a page of this site at its own address.',
  },
  404: { title: 'Nothing is here', advice: 'The page does not exist, or it was withdrawn.' },
  405: { title: 'This page takes no forms', advice: 'Go back and open the page by its link.' },
  413: { title: 'The form is too large', advice: 'Go back and shorten what you entered.' },
  414: { title: 'This address is too long', advice: 'Shorten it to 4,096 characters.' },
  415: { title: 'This form cannot be read', advice: 'Send the form as the page offers it.' },
  429: { title: 'Too many requests', advice: 'Wait a minute, then try again.' },
  500: { title: 'Something went wrong here', advice: 'Try again in a moment.' },
  503: { title: 'The service is busy', advice: 'Try again in a few seconds.' },
};

export const failures = {
  pages,
  /** A parameter of the address, and what is wrong with it: a message of the API. */
  parameter: (name: string, problem: string | undefined) =>
    `The parameter “${name}” of the address ${problem ?? 'has a wrong value.'}`,
  formKept: 'This page keeps what you entered: send the form again here. Nothing is done twice.',
  sendAgain: 'Send the form again',
  home: 'Go to the feed',
  request: 'Request',
};
