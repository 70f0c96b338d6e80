/** Which gateway a client uses, and how. */
export interface GatewayOptions {
  /** The address of the gateway, such as `https://giveaways.example.com`. */
  readonly url: string;
  /** An API key, a service token, a session or an operator token, or what returns the one that is valid now. */
  readonly credential?: string | (() => string | Promise<string>);
  /** How often a request is repeated after 429, 5xx and network failures; 4 by default. */
  readonly retries?: number;
  readonly fetch?: typeof globalThis.fetch;
}

/** How often a request is repeated unless the options say otherwise. */
export const USUAL_RETRIES = 4;

/** The address of a gateway without slashes at its end. */
export function baseOf({ url }: GatewayOptions): string {
  return url.replace(/\/+$/, '');
}
