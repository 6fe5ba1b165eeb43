import type { z } from 'zod';
import { CaptchaUnavailable } from './captcha.ts';
import { fetchJson, ServiceUnreachable } from '../fetch-json.ts';

/** Returns the service's verdict on a token. Throws CaptchaUnavailable when the answer can't be read. */
export async function requestVerdict<Shape extends z.ZodType>(
  service: { name: string; url: string; shape: Shape; timeLimitMs: number },
  body: URLSearchParams,
): Promise<z.infer<Shape>> {
  const { name, url, shape, timeLimitMs } = service;
  try {
    const reply = await fetchJson(url, { method: 'POST', body, timeLimitMs });
    const read = shape.safeParse(reply.body);
    if (reply.status !== 200 || !read.success) throw new CaptchaUnavailable(`${name}: HTTP ${reply.status}`);
    return read.data;
  } catch (error) {
    if (!(error instanceof ServiceUnreachable)) throw error;
    throw new CaptchaUnavailable(`${name}: unreachable`, { cause: error });
  }
}
