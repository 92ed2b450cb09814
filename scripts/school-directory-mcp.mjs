#!/usr/bin/env node
import './mcp.mjs';
