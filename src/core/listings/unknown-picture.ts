import { invalidPayload, type DomainError } from '../errors.ts';

/** The error for a picture of a listing that its publisher has not sent, or that was deleted. */
export function unknownPicture(): DomainError {
  const message =
    'is no picture that you have sent, or no listing has had it for a day: send the image again.';
  return invalidPayload([{ path: ['picture'], message }]);
}
