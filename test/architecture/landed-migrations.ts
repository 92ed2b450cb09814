/** SHA-256 of the statements of each migration, up and down. What is landed is in databases, and never edited. */
export const LANDED: Record<string, string> = {
  GroundFloor1795200000000: '2f5f9e1a943b2b750b7176b6515ebdbf1cbcfc342431cfab40d0cc59142204c2',
  SignIn1795203600000: '58a8d7612cb5e93815739547e1388dc8980c54cc0b8a47935ebcf0aed9f16dc3',
  OwnThings1795257042323: '3a3dca0f8ca07a6e02d7ce90f9aaec1a02d073d2efc7343ddb596011bc7be641',
  Organizations1795257660701: 'c7997fb8529eb0eca66f301539ab99ac971d7b52367c9274d2de3fa0481b4def',
  Calendar1795258142977: '81a4546bfa2d017b358e2313a08924c8df44d363d38741a969457d44fca1debf',
  Menus1795263936453: '89098d43d5212a4cd60bb48cf3beb35e5097df6f9daa5480a2103378bd789c92',
  Publishing1795268408208: 'f389fa2bce72d1ce72de3463363a406621cf7075e4125b7811c5c998b5c64195',
  Answering1795269078364: '9915a75a4573a6c3d482d345f8c58b35502ce39ee4fbd61fafce94c3aca94ebf',
  DeadMail1795280000000: '0dac127c8fd4ccae97f5a813a5051bccf655c8db756d07c8a88b83db2889c1ac',
  Reminders1795284000000: '3a6e0a665d15f678efe7175f24c8cdb7a0a69c56961e4128cb6d4f3ee4f325ee',
  ErasedSigners1795288000000: '87efdb2a973f331a2787884b3dd181bf15da713f0758d6c61c63024d03429b65',
  Revisions1795300000000: '3843e28b7359592c5aaf4f2f0d102396a5ce57d914058a8c9d0303b871b5f448',
  EndedSessions1795400000000: '1cfbc2674d66a89102ff2328891d7a29b6d6979869ff630e428e73f06adb00d3',
  EventsRevision1795500000000: 'e126b687514d5b61a1ece23113b6977d6c04037731cca92584106426861bd61c',
};

/**
 * Migrations that take away or narrow what the release before them did not use any more: they may come one release after
 * the one that stopped using it.
 */
export const TAKE_AWAY: string[] = [];
