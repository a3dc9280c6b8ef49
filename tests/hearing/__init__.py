"""Tests of hearing."""
