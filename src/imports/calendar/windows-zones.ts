import { WINDOWS_TO_IANA_MAP } from 'windows-iana';

/** Zones as Unicode CLDR has them now: they were moved, or renamed, since the package was made. */
const CURRENT: Record<string, string> = {
  'central asia standard time': 'Asia/Bishkek',
  'mountain standard time (mexico)': 'America/Mazatlan',
  utc: 'UTC',
};

/** IANA names of the zones as Windows, Outlook and Exchange call them, in lower case (Unicode CLDR, territory 001). */
export const WINDOWS_ZONES: Record<string, string> = {
  ...Object.fromEntries(
    WINDOWS_TO_IANA_MAP.filter(({ territory }) => territory === '001').flatMap(({ windowsName, iana }) =>
      iana.map((zone) => [windowsName.toLowerCase(), zone]),
    ),
  ),
  ...CURRENT,
};

/** Names of zones in Windows after their offset, where they are neither a city's name nor that of the zone. */
export const WINDOWS_TEXTS: Record<string, string> = {
  'international date line west': 'dateline standard time',
  'coordinated universal time-11': 'utc-11',
  'aleutian islands': 'aleutian standard time',
  hawaii: 'hawaiian standard time',
  'marquesas islands': 'marquesas standard time',
  alaska: 'alaskan standard time',
  'coordinated universal time-09': 'utc-09',
  'coordinated universal time-08': 'utc-08',
  'baja california': 'pacific standard time (mexico)',
  arizona: 'us mountain standard time',
  saskatchewan: 'canada central standard time',
  'central america': 'central america standard time',
  guadalajara: 'central standard time (mexico)',
  chetumal: 'eastern standard time (mexico)',
  indiana: 'us eastern standard time',
  'indiana (east)': 'us eastern standard time',
  georgetown: 'sa western standard time',
  brasilia: 'e. south america standard time',
  'city of buenos aires': 'argentina standard time',
  'saint pierre and miquelon': 'saint pierre standard time',
  salvador: 'bahia standard time',
  'coordinated universal time-02': 'utc-02',
  'cape verde is.': 'cape verde standard time',
  'cabo verde is.': 'cape verde standard time',
  'coordinated universal time': 'utc',
  'west central africa': 'w. central africa standard time',
  kyiv: 'fle standard time',
  helsinki: 'fle standard time',
  harare: 'south africa standard time',
  pretoria: 'south africa standard time',
  'st. petersburg': 'russian standard time',
  'abu dhabi': 'arabian standard time',
  'port louis': 'mauritius standard time',
  islamabad: 'pakistan standard time',
  chennai: 'india standard time',
  kolkata: 'india standard time',
  kathmandu: 'nepal standard time',
  astana: 'central asia standard time',
  yangon: 'myanmar standard time',
  'yangon (rangoon)': 'myanmar standard time',
  hanoi: 'se asia standard time',
  beijing: 'china standard time',
  'kuala lumpur': 'singapore standard time',
  osaka: 'tokyo standard time',
  canberra: 'aus eastern standard time',
  'solomon is.': 'central pacific standard time',
  wellington: 'new zealand standard time',
  'coordinated universal time+12': 'utc+12',
  'coordinated universal time+13': 'utc+13',
  "nuku'alofa": 'tonga standard time',
  'kiritimati island': 'line islands standard time',
};
