import { describe, expect, it } from '@jest/globals';
import { isPublicAddress } from './public-address.js';

describe('An address is not public', () => {
  it.each([
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '127.255.255.254',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.192',
    '192.168.1.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '64:ff9b::7f00:1',
    '100::1',
    'fc00::1',
    'fd00:ec2::254',
    'fe80::1',
    'ff02::1',
    '2001::1',
    '2001:db8::1',
    '2002:7f00:1::',
    'localhost',
    '127.1',
    '',
  ])('when it is %j', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});

it.each([
  '1.1.1.1',
  '8.8.8.8',
  '100.128.0.1',
  '172.32.0.1',
  '192.169.0.1',
  '2606:4700::1111',
  '2a00:1450::1',
])('An address is public when it is %s', (address) => {
  expect(isPublicAddress(address)).toBe(true);
});
