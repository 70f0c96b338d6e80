import type { SqlEntityManager } from '@mikro-orm/sql';
import { DEVICE_DAYS, MAX_DEVICES, type DeviceStore } from '../../../core/accounts/devices/device.ts';

const NOTE = `
  insert into account_device (account_id, hash, first_seen_at, last_seen_at)
  values (?, ?, ?::timestamptz, ?::timestamptz)
  on conflict (account_id, hash) do update set
    first_seen_at = case
      when account_device.last_seen_at < excluded.last_seen_at - interval '${DEVICE_DAYS} days' then excluded.first_seen_at
      else account_device.first_seen_at
    end,
    last_seen_at = excluded.last_seen_at
  returning first_seen_at = last_seen_at as is_new`;
const FORGET = `
  delete from account_device where account_id = ? and hash in (
    select hash from account_device where account_id = ? order by last_seen_at desc, hash offset ${MAX_DEVICES})`;

export function createDeviceStore(em: SqlEntityManager): DeviceStore {
  return {
    async note(accountId, hash, now) {
      const at = now.toISOString();
      const [row] = await em.execute<{ readonly is_new: boolean }[]>(NOTE, [accountId, hash, at, at]);
      const isNew = row?.is_new === true;
      if (isNew) await em.execute(FORGET, [accountId, accountId]);
      return isNew;
    },
  };
}
