import { z } from 'zod';

/** An absolute address with one of these protocols, such as `https:`. */
export const address = (protocols: string[]) =>
  z.string().refine((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol), {
    error: `an address that begins with ${protocols.map((p) => `${p}//`).join(' or ')}`,
    // What is checked further is an address.
    abort: true,
  });

const WEB = ['http:', 'https:'];

/** No path, and no user, query or fragment either: what leads somewhere is put behind it. */
export const siteAddress = address(WEB).refine((value) => /^\w+:\/\/[^\s/\\?#@]+\/?$/.test(value), {
  error:
    'a bare site address such as https://directory.example.org, with nothing behind the host and its port',
});

/** May have a path: an app may be one of several on its site. */
export const pageBase = address(WEB).refine((value) => /^\w+:\/\/[^\s\\?#@"'<>]+$/.test(value), {
  error: 'an address such as https://app.example.org, with no user, query or fragment',
});

/** As browsers write it in `Origin` (RFC 6454 section 6.2); `*` would be everybody. */
export const origin = z.string().refine((value) => isOrigin(value), {
  error:
    'origins with commas between them, as browsers write them: https://app.example.org and nothing behind it, no wildcard',
});

const isOrigin = (value: string): boolean =>
  /^https?:\/\/[^*]+$/.test(value) && URL.canParse(value) && new URL(value).origin === value;

/** Schemes that run, show or send what is in the address itself, or that open no app. */
const NO_APP = /^(javascript|data|vbscript|file|blob|about|view-source|http|ws|wss|ftp|mailto|tel|sms):/i;

/**
 * Where a button leads that opens an app: by a scheme of the app's own (RFC 8252 section 7.1), or by https where the
 * system hands such addresses to the app.
 */
export const appLinkTemplate = z
  .string()
  .refine(
    (value) =>
      /^[a-z][a-z0-9+.-]*:[^\s"'<>\\{}]*\{path\}[^\s"'<>\\{}]*$/i.test(value) &&
      !NO_APP.test(value) &&
      URL.canParse(value),
    {
      error:
        "an address of the app's own scheme, or https, with {path} in it once, as in org.myschool.app:/{path}",
    },
  );
