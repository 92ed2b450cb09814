#!/usr/bin/env node
import './login.mjs';
