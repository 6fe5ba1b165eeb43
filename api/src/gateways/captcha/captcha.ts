/** Distinguishes people from programs at sign-in. A replaceable part (docs/specification.md 3). */
export interface Captcha {
  /** True when the token proves a person. Throws CaptchaUnavailable when that is unknown. */
  verify(token: string, remoteIp?: string): Promise<boolean>;
}

/** The service is silent, or refuses our own key: the visitor is not to blame. */
export class CaptchaUnavailable extends Error {
  override readonly name = 'CaptchaUnavailable';
}
