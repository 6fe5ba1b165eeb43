import type { z } from 'zod';
import type { clientFile } from '#contract/companies/clients.ts';

export type ClientFile = z.infer<typeof clientFile>;

export type Colleague = ClientFile['colleagues'][number];
