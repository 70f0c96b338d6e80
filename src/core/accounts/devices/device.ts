/** A browser, or another program that keeps cookies. It is known by a random cookie that only sign-ins read. */
export interface Device {
  /** The SHA-256 of the cookie's value, as base64url text. */
  readonly hash: string;
  /** The Set-Cookie value that gives the cookie to the device, or keeps it for longer. */
  readonly cookie: string;
}

/** A device is forgotten so many days after its last sign-in (the most that RFC 6265bis, section 5.6, allows a cookie). */
export const DEVICE_DAYS = 400;
/** The devices of an account that are remembered; after that the one whose last sign-in is the oldest is forgotten. */
export const MAX_DEVICES = 20;

/** Stores the devices from which each account signed in. */
export interface DeviceStore {
  /** Notes a sign-in; returns whether it is the first one of this device to this account that is remembered. */
  note(accountId: string, hash: string, now: Date): Promise<boolean>;
}
