import { randomBytes } from 'node:crypto';
import { DEVICE_DAYS, type Device } from '../../core/accounts/devices/device.ts';
import { hashSecret } from './secrets.ts';

const VALUE = /^[\w-]{22}$/;

/** The device that sent these headers, by the cookie of this name; a new one if it sent none. */
export function deviceOf(headers: Headers, name: string, isSecure: boolean): Device {
  const sent = headers
    .get('cookie')
    ?.split(';')
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1);
  const value = sent !== undefined && VALUE.test(sent) ? sent : randomBytes(16).toString('base64url');
  const secure = isSecure ? '; Secure' : '';
  return {
    hash: hashSecret(value),
    cookie: `${name}=${value}; Max-Age=${DEVICE_DAYS * 86_400}; Path=/; HttpOnly${secure}; SameSite=Lax`,
  };
}
